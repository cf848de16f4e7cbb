// How phones are called in many languages: the words before a number, and the names of members and columns, are of one list.

/** Words that name nothing but phones. */
export const PHONE_WORDS =
  `phone phones tel telephone telno cellphone cellphones landline whatsapp msisdn fax telefax phonenumber
telefon telefonnummer telefonnr rufnummer handynummer mobilnummer mobiltelefon festnetz durchwahl rufnr
tél téléf téléphone teléf móv móvil teléfono telefono telefone telemóvel cellulare
telefoon telefoonnummer telefoonnr gsm natel
tlf tlfn telefonnumer telefoni telefonu telefón telefonszám mobilszám puh puhelin puhelinnumero telp telepon handphone
τηλέφωνο τηλ κινητό телефон телефону телефона тел моб мобильный мобильник мобілка сотовый
هاتف الهاتف جوال الجوال موبايل تلفون تلفن موبایل טלפון נייד פלאפון फ़ोन फ़ोन फोन sđt đt đtdđ दूरभाष टेलीफ़ोन टेलीफोन फैक्स`.split(
    /\s+/,
  );

/** The same in scripts without spaces, where they stand within longer words; "โทร" at the end of one, since "โทรทัศน์" is a television. */
export const UNSPACED_PHONE_WORDS = "电话|電話|手机|手機|携帯|전화|연락처|휴대폰|핸드폰|โทรศัพท์|เบอร์โทร|มือถือ|โทร$";
