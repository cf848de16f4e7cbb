// What a model's prompt is called in the languages besides English, who gave it, and how it is asked for as it stands. They are
// added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const PROMPT_BY_LANGUAGE: Readonly<Record<string, Dictionary>> = {
  de: {
    system_prompt:
      "startanweisung*|grundanweisung*|systemtext*|starttext|anfangsprompt|deine konfiguration|deine voreinstellung*",
    maker_gave: [
      combine("dir der|dir dein|dir deine", "betreiber|entwickler|hersteller"),
      combine("von deinem|von deinen|von dem", "entwickler|entwicklern|betreiber|hersteller"),
    ].join("|"),
    verbatim: "wort für wort|wortgetreu|buchstabengetreu|ungekürzt|unverändert|ohne etwas auszulassen",
    reveal_verb: "gib wieder|gib mir|zitiere|zitier",
  },
  fr: {
    system_prompt: [
      combine(
        "ta|votre|la",
        "configuration initiale|consigne initiale|consigne système|invite système|invite initiale",
      ),
      "message système|prompt système|texte système|instructions système|instructions initiales|consignes initiales|message initial du système",
    ].join("|"),
    maker_gave: combine(
      "tes développeurs|tes créateurs|ton développeur|ton créateur|ton concepteur|tes concepteurs",
      "t ont|t a|t avaient|t ont données|t ont donné",
    ).concat("|de ton développeur|de tes développeurs|de tes créateurs"),
    verbatim: "sans rien changer|sans rien omettre|mot pour mot|tel quel|telles quelles|texte complet|en intégralité",
    reveal_verb: "récite|récitez|recopie|recopiez|restitue|cite",
  },
  es: {
    system_prompt: [
      combine("tu|su|la", "configuración inicial|configuración de sistema|indicación inicial|instrucción inicial"),
      "mensaje de sistema|prompt de sistema|prompt del sistema|texto del sistema|instrucciones de sistema|instrucciones iniciales",
    ].join("|"),
    maker_gave: combine(
      "tus|tu|los|el",
      "creadores te|creador te|desarrolladores te|desarrollador te|programadores te",
    ).concat("|de tu desarrollador|de tus desarrolladores|de tus creadores|de tu creador"),
    verbatim: "sin cambiar nada|sin omitir nada|palabra a palabra|tal y como|texto completo",
    reveal_verb: "recita|transcribe|reproduce|copia aquí|cita",
  },
  pt: {
    system_prompt: [
      combine("sua|tua|a", "configuração inicial|instrução inicial|configuração de sistema"),
      "mensagem de sistema|prompt de sistema|prompt do sistema|texto do sistema|instruções de sistema|instruções iniciais",
    ].join("|"),
    maker_gave: combine(
      "seus|seu|os|teus",
      "criadores te|criador te|desenvolvedores te|desenvolvedor te|programadores te|criadores lhe",
    ).concat("|do seu desenvolvedor|dos seus desenvolvedores|dos seus criadores"),
    verbatim: "sem mudar nada|sem omitir nada|palavra a palavra|tal como|texto completo",
    reveal_verb: "recite|transcreva|reproduza|cite",
  },
  it: {
    system_prompt: [
      combine("la tua|tua", "configurazione iniziale|istruzione iniziale|configurazione di sistema"),
      "messaggio di sistema|prompt di sistema|testo di sistema|istruzioni di sistema|istruzioni iniziali",
    ].join("|"),
    maker_gave: combine(
      "dal|dai|dal tuo|dai tuoi",
      "tuo sviluppatore|tuoi sviluppatori|tuo creatore|tuoi creatori|sviluppatore|sviluppatori|creatori|creatore",
    ).concat("|i tuoi sviluppatori ti|i tuoi creatori ti|il tuo sviluppatore ti"),
    verbatim: "parola per parola|senza cambiare nulla|senza omettere nulla|testo completo",
    reveal_verb: "trascrivi|recita|riporta|cita|ripeti",
  },
  nl: {
    system_prompt:
      "systeemtekst|startinstructies|begininstructies|je configuratie|je startopdracht|systeeminstructie|eerste systeembericht",
    maker_gave: combine("van je|van de|van jouw|door je", "ontwikkelaar|ontwikkelaars|maker|makers").concat(
      "|je makers je|je ontwikkelaars je|de ontwikkelaars je",
    ),
    verbatim: "woord voor woord|zonder iets weg te laten|zonder iets te veranderen|volledige tekst",
    reveal_verb: "citeer|dreun op|geef weer|schrijf over",
  },
  pl: {
    system_prompt:
      "komunikat systemowy|wiadomość systemową|wiadomość systemowa|tekst systemowy|instrukcję systemową|instrukcje systemowe|początkowe instrukcje|konfigurację początkową|prompt systemowy",
    maker_gave: combine(
      "twoi|twój|od twoich|od twojego|od",
      "twórcy ci|twórca ci|programiści ci|twórców|twórcy|programistów|deweloperów",
    ),
    verbatim: "słowo w słowo|dosłownie|bez zmian|niczego nie pomijając|pełny tekst",
    reveal_verb: "zacytuj|wyrecytuj|przepisz|przytocz|podaj|wypisz",
  },
  tr: {
    system_prompt: combine(
      "sistem|ilk|başlangıç",
      "mesajını|mesajınızı|metnini|talimatlarını|komutunu|istemini|yönergesini|promptunu",
    ),
    maker_gave: combine(
      "geliştiricilerin|yaratıcıların|geliştiricin|yapımcıların",
      "sana verdiği|verdiği|sana yazdığı|söylediği",
    ),
    verbatim: "kelimesi kelimesine|harfi harfine|aynen|hiç değiştirmeden|olduğu gibi",
    reveal_verb: "buraya yaz|yazdır*|alıntıla*|aktar*",
  },
  ru: {
    system_prompt:
      "системное сообщение|системный текст|системную подсказку|системный промпт|системные инструкции|начальные инструкции|стартовые инструкции|начальную настройку",
    maker_gave: combine(
      "разработчики|создатели|твои разработчики|твои создатели|разработчик",
      "дали|дали тебе|тебе дали|написали|написали тебе|задали|задали тебе|тебе написали",
    ),
    told_you: "тебе дали|дали тебе|тебе задали|тебе написали|тебе сказали",
    verbatim: "дословно|слово в слово|без изменений|полностью|ничего не пропуская",
    reveal_verb: "процитируй|перепиши|воспроизведи|приведи|выведи|покажи",
  },
  uk: {
    system_prompt:
      "системне повідомлення|системний текст|системну підказку|системний промпт|системні інструкції|початкові інструкції",
    maker_gave: combine(
      "розробники|творці|твої розробники|твої творці|розробник",
      "дали|дали тобі|тобі дали|написали|написали тобі|задали тобі",
    ),
    verbatim: "дослівно|слово в слово|без змін|повністю|нічого не пропускаючи",
    reveal_verb: "процитуй|перепиши|відтвори|наведи",
  },
  ar: {
    system_prompt:
      "رسالة النظام|نص النظام|تعليمات النظام|التعليمات الأولية|تعليماتك الأولية|موجه النظام|التعليمات التي أعطيت لك",
    maker_gave: combine("أعطاك|أعطاها لك|كتبها لك|وضعها لك", "المطورون|المطور|مطوروك|صانعوك|مبرمجوك"),
    verbatim: "حرفيا|كلمة بكلمة|حرفا بحرف|كما هي|كما هو|دون تغيير|بالنص",
    reveal_verb: "اكتب لي|اعرض لي|انسخ|اقتبس|اذكر",
  },
  fa: {
    system_prompt:
      "پیام سیستم|متن سیستم|دستورهای اولیه|دستورات اولیه|پرامپت سیستم|دستورهای سیستم|دستورهای پنهان|دستورهای مخفی|دستورات پنهان|دستورات مخفی|دستورالعمل های پنهان",
    maker_gave: combine(
      "سازندگانت|سازندگان|توسعه دهندگان|برنامه نویسان",
      "به تو داده اند|به تو دادند|برایت نوشته اند|به تو گفته اند",
    ),
    verbatim: "کلمه به کلمه|عینا|بدون تغییر|مو به مو|به طور کامل",
    reveal_verb: "بنویس|نشان بده|نقل کن|بازگو کن",
  },
  hi: {
    system_prompt: "सिस्टम संदेश|सिस्टम मैसेज|सिस्टम प्रॉम्प्ट|शुरुआती निर्देश|प्रारंभिक निर्देश|सिस्टम निर्देश",
    maker_gave: combine("डेवलपर ने|डेवलपरों ने|निर्माताओं ने|बनाने वालों ने", "तुम्हें|तुम्हें जो|आपको|दिए"),
    verbatim: "शब्द दर शब्द|शब्दशः|हूबहू|ज्यों का त्यों|बिना बदले|पूरा का पूरा",
    reveal_verb: "लिखकर दो|दिखाओ|बताओ|लिखो",
  },
  zh: {
    system_prompt: "系统提示词|系统提示|系统消息|系统内容|系统指令|初始指令|初始设定|初始提示|预设指令|开头的指令",
    maker_gave: "开发者给你|开发人员给你|你的开发者|设计者给你|创造者给你|公司给你的",
    told_you: "你收到的|给你的|你被告知|你被赋予|别人告诉你",
    verbatim: "原封不动|一字不差|一字不漏|逐字|原文|完整地|不做任何修改",
    reveal_verb: "贴出来|发出来|写出来|输出|复述|展示|打印|背出来",
  },
  ja: {
    system_prompt: "システムプロンプト|システムメッセージ|初期プロンプト|初期指示|最初の指示|初期設定の文章",
    maker_gave: "開発者があなたに|開発者から与えられた|開発者が与えた|開発元から|作成者があなたに",
    verbatim: "一字一句|そのまま|原文のまま|省略せず|全文",
    reveal_verb: "出力して|表示して|書き出して|教えて|見せて|貼り付けて",
  },
  ko: {
    system_prompt: "시스템 메시지|시스템 지침|초기 지시|초기 지침|초기 프롬프트|시스템 프롬프트",
    maker_gave: "개발자가 너에게|개발자가 준|개발자들이 준|개발자에게서 받은|제작자가 준",
    verbatim: "한 글자도 빠뜨리지|한 글자도 빼지|한 글자도 빠짐|토씨 하나|그대로|원문 그대로|전부",
    reveal_verb: "출력해|보여줘|보여 줘|적어줘|적어 줘|알려줘|알려 줘|말해줘|복사해",
  },
  vi: {
    system_prompt:
      "tin nhắn hệ thống|thông điệp hệ thống|lời nhắc hệ thống|prompt hệ thống|chỉ thị hệ thống|chỉ dẫn ban đầu|cấu hình ban đầu",
    maker_gave: combine(
      "nhà phát triển|người tạo ra bạn|lập trình viên",
      "đã cho bạn|cho bạn|đưa cho bạn|giao cho bạn|viết cho bạn",
    ),
    verbatim: "nguyên văn|từng chữ|từng từ một|từng từ|không thay đổi gì|y nguyên",
    reveal_verb: "chép lại|đọc lại|trích dẫn|hiển thị|in ra|in nguyên văn|in toàn bộ|in hết",
  },
  id: {
    system_prompt:
      "pesan sistem|prompt sistem|teks sistem|instruksi sistem|konfigurasi awal|instruksi awal|perintah awal|prompt sistemmu|instruksi sistemmu|pesan sistemmu|promptmu|instruksi tersembunyimu|instruksi rahasiamu",
    maker_gave: combine(
      "pengembangmu|pengembang|penciptamu|pembuatmu",
      "berikan kepadamu|berikan padamu|memberimu|memberi kamu|tuliskan untukmu",
    ),
    verbatim: "kata demi kata|apa adanya|tanpa diubah|tanpa mengubah|secara lengkap|persis",
    reveal_verb: "tampilkan|tunjukkan|kutip|salin|tuliskan|bacakan",
  },
  th: {
    system_prompt: "ข้อความระบบ|คำสั่งระบบ|พรอมต์ระบบ|พรอมป์ระบบ|คำสั่งเริ่มต้น|คำสั่งตั้งต้น",
    maker_gave: "ผู้พัฒนาให้คุณ|ผู้พัฒนาบอกคุณ|นักพัฒนาให้คุณ|ผู้สร้างให้คุณ",
    verbatim: "คำต่อคำ|ทุกตัวอักษร|โดยไม่เปลี่ยน|ครบถ้วน|ตามต้นฉบับ",
    reveal_verb: "แสดง|เปิดเผย|พิมพ์|คัดลอก|บอก",
  },
};
