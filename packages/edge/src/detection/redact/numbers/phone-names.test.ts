// Phones beside their names in many languages: of members, of columns, in sentences; and counts and ids that stand beside such words.
import { describe, expect, it } from "vitest";
import { redact } from "../redact.js";

const masked = (text: string): string => redact(text).value as string;

/** What a member is called, how somebody asks to be called, and a number of the country that is no number elsewhere. */
const COUNTRIES = [
  ["telefoonnummer", "Bel me op", "020 6241111"],
  ["teléfono", "Llámame al", "612 34 56 78"],
  ["telefone", "Liga-me para o", "912 345 678"],
  ["cellulare", "Chiamami al", "347 1234567"],
  ["téléphone", "Appelle-moi au", "472 12 34 56"],
  ["Handynummer", "Ruf mich bitte an:", "171 2345678"],
  ["telefon", "Zadzwoń:", "601 234 567"],
  ["mobilnummer", "Ring til mig på", "20 12 34 56"],
  ["mobil", "Ring meg på", "406 12 345"],
  ["telefón", "Zavolaj na", "903 123 456"],
  ["telefonszám", "Hívj:", "30 123 4567"],
  ["puhelinnumero", "Soita minulle", "40 123 4567"],
  ["τηλέφωνο", "Πάρε με στο", "694 123 4567"],
  ["телефон", "Позвони мне:", "916 123 4567"],
  ["telefonu", "Beni arayın:", "532 123 4567"],
  ["هاتف", "اتصل بي على", "50 123 4567"],
  ["تلفن", "به من زنگ بزن", "912 123 4567"],
  ["फ़ोन", "मुझे कॉल करना", "98765 43210"],
  ["nomor_telepon", "Hubungi saya di", "812 3456 7890"],
  ["điện thoại", "Gọi cho tôi số", "912 345 678"],
  ["手机号", "请拨打", "138 1234 5678"],
  ["電話番号", "携帯", "90 1234 5678"],
  ["전화번호", "연락처", "10 1234 5678"],
  ["เบอร์โทร", "โทรศัพท์", "81 234 5678"],
  ["đt", "ĐT:", "912 345 678"],
  ["मोबाइल", "मोबाइल नंबर:", "98765 43210"],
  ["โทร", "ติดต่อโทร.", "81 234 5678"],
] as const;

describe("a phone is redacted in many languages", () => {
  it.each(COUNTRIES)("under the name %s, in its column, and behind %s", (name, asks, number) => {
    expect(redact({ id: 1, [name]: number }).value).toEqual({ id: 1, [name]: "[REDACTED:PHONE]" });
    expect(masked(`${asks} ${number}.`)).toBe(`${asks} [REDACTED:PHONE].`);
    const table = { columns: ["id", name], rows: [[1, number]] };
    expect(redact(table).value).toEqual({ columns: ["id", name], rows: [[1, "[REDACTED:PHONE]"]] });
  });

  it("where a sentence says whose it is", () => {
    const sentences = [
      "Mijn nummer is",
      "Meine Nummer ist",
      "Mon numéro est",
      "Mi número es",
      "Il mio numero è",
      "Мой номер",
    ];
    for (const text of sentences) expect(masked(`${text} 612 345 678`)).toBe(`${text} [REDACTED:PHONE]`);
  });

  it.each(["Tél. :", "tél.", "Téléf. :", "Teléf.:", "Móv.:", "Rufnr.:", "Telp.:", "Puh."])(
    "where its name is cut short: %s",
    (name) => {
      expect(masked(`${name} 912345678`)).toBe(`${name} [REDACTED:PHONE]`);
    },
  );

  it.each(["06-12345678", "020-6241111", "0171-2345678", "0300-1234567", "021-12345678", "0812-34567890"])(
    "without a word, with a hyphen behind its first digits: %s",
    (number) => {
      expect(masked(`Groet, Jan, ${number}`)).toBe("Groet, Jan, [REDACTED:PHONE]");
    },
  );
});

describe("a number is no phone", () => {
  it("at the end of an instant with its offset from UTC, as git and mail write it", () => {
    for (const clock of ["16:39:05", "09:00:10", "0:05"])
      for (const year of [1998, 2018, 2026])
        for (const offset of ["-0700", "-0330", "+0530", "\u22120700"])
          for (const lead of ["Date:   Mon Oct 29", "called me on"]) {
            const text = `${lead} ${clock} ${year} ${offset}\n`;
            expect(masked(text)).toBe(text);
          }
  });

  it.each([
    "Lotto 06 12 34 38 42 45",
    "Powerball 05 11 22 33 44 09",
    "Ordernummer: 06-12345678",
    "Artikelnummer 06-12345678",
    "EIN 04-1234567",
    "ZIP 02139-1234",
    "mobile users: 1 234 567",
    "मोबाइल उपयोगकर्ता: 1234567",
    "โทรทัศน์ 1234567 เครื่อง",
    "ĐTM 1234567",
    "su número de pedido: 612345678",
    "liga 2023 2024, 38 partidos, 1 234 567 goles",
    "chromium (104.0.5112.79-1) unstable",
    "libedit (3.1-20221030-2), abseil (20220623.1-1)",
    "made it work\n19990622: new",
    "<Buffer 01 02 03 04 05>",
    "<Buffer 70 00 68 00 67 00 61 00>",
    "0063 0063 0073 ; 0069 0307 0301",
    "called 1 time, total time 0.155251, mobile 1.5551234",
    "function (error, callback) {\n  let i = 1000000;",
  ])("in %s", (text) => {
    expect(masked(text)).toBe(text);
  });

  it("where the name of the member says what else it is", () => {
    const record = {
      phone_count: 12345678,
      phone_number_id: "106540352242922",
      telefon_id: 123456789,
      mobile_total: 7654321,
    };
    expect(redact(record).value).toEqual(record);
  });

  it("and no password where a member says only how one is called in another language", () => {
    const words = { password: "Passwort", passwort: "Mot de passe", "login.password": "密码", wachtwoord: "Password" };
    expect(redact(words).value).toEqual(words);
  });
});
