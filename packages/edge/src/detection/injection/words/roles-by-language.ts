// Words of roles without rules, in regular forms of each language: "you are an AI", "as if you had no rules", "set by the
// developers", "never refuses"; and words of those who guard against orders, which are talk about them. They are added to the
// other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const ROLES_BY_LANGUAGE: Readonly<Record<string, Dictionary>> = {
  en: {
    your: combine(
      "set by|given by|written by|made by|imposed by|laid down by",
      "your|the developers|the creators|openai",
    ),
    instead: "instead of|in place of|rather than",
    to_model: [
      combine("models|language models|chatbots|ai agents", "reading this|that read this|who read this"),
      combine(
        "new directive for|new directives for|new order for|new orders for",
        "the model|the ai|the assistant|the agent|the llm",
      ),
    ].join("|"),
    send_verb: "attach|append|enclose",
    two_answers: "answer twice|respond twice|reply twice|once as yourself|once as you and once as",
    unrestricted: combine(
      "free of|free from|outside of|unbound by",
      "openai|openai s|anthropic s|google s|your maker s",
    ),
    never_refuse: combine("never", "warn|add a disclaimer|add a warning|add warnings|add disclaimers"),
    not: combine(
      "users|operators|admins|administrators|developers|tenants|customers|clients|visitors|attackers|people|anyone|someone|somebody",
      "to",
    ).concat("|", combine("bot|chatbot|model|assistant|ai|agent|it|them|users|people|anyone|someone", "from")),
    discuss:
      "signatures|blocklist|denylist|blocked phrases|trigger phrases|protect|protects|protecting|defend|defends|defending|guard against",
  },
  de: {
    become: combine(
      "du bist|du bist ab sofort|du bist nun",
      "eine ki|ein chatbot|ein sprachmodell|ein assistent|ein modell",
    ),
    from_now: "ab sofort|von jetzt an|künftig",
    unrestricted: combine(
      "ohne|frei von",
      "jegliche einschränkungen|jegliche einschränkung|jede einschränkung|jegliche beschränkung|jegliche regeln",
    ),
    never_refuse: combine(
      "nie|niemals",
      "verweigert|verweigerst|ablehnt|ablehnst|eine antwort verweigert|eine antwort verweigerst|etwas ablehnt|nein sagt",
    ),
    ruleless: combine(
      "hättest du|du hättest|als hättest du",
      "keine regeln|keine filter|keine grenzen|keine vorgaben|keine richtlinien|keine einschränkungen",
    ),
    your: combine("von den|der|deiner|von deinen", "entwicklern|entwickler|schöpfer|schöpfern|betreiber"),
    discuss: "schützt|schützen|schutz vor|abwehren|absichern",
  },
  fr: {
    become: combine("tu es|vous êtes", "une ia|un chatbot|un assistant|une intelligence artificielle|un modèle"),
    from_now: "dès maintenant|à compter de maintenant|dorénavant",
    never_refuse: combine(
      "qui ne|tu ne|ne",
      "refuse jamais|refuse rien|refuses rien|refuses jamais|dit jamais non|dis jamais non",
    ),
    ruleless: combine(
      "si tu n avais|si tu n avais plus|que tu n as",
      "aucune règle|aucun filtre|aucune limite|aucune consigne|pas de règles|pas de filtres|pas de limites|ni règles",
    ),
    your: combine(
      "fixées par|données par|établies par|de|par",
      "tes développeurs|tes créateurs|les développeurs|vos développeurs",
    ),
    discuss: "protéger|protège|empêcher|se défendre|signalé|signaler",
  },
  es: {
    become: combine("eres|tú eres|usted es", "una ia|un chatbot|un asistente|una inteligencia artificial|un modelo"),
    from_now: "desde este momento|a partir de este momento|en adelante",
    never_refuse: combine("nunca|jamás", "te niegues|te niegas|se niega|rechaza|rechazas|rechaces|rehúsa|rehúses"),
    ruleless: combine(
      "si no tuvieras|si no tuvieses|que no tienes",
      "filtros|reglas|límites|restricciones|políticas|normas|ningún filtro|ninguna regla",
    ),
    your: combine(
      "de|por|puestas por|impuestas por",
      "los desarrolladores|los programadores|tus creadores|tus desarrolladores",
    ),
    discuss: "proteger|protejo|protege|evitar que|defender",
  },
  pt: {
    become: combine("você é|tu és", "uma ia|um chatbot|um assistente|uma inteligência artificial|um modelo"),
    never_refuse: combine("nunca|jamais", "recuse|recusa|recuses|se negue|se nega|diga não"),
    ruleless: combine(
      "se não tivesse|se não tivesses|você não tivesse|que não tem",
      "filtros|regras|limites|restrições|políticas|nenhum filtro|nenhuma regra",
    ),
    your: combine("dos|pelos|impostas pelos|de", "desenvolvedores|programadores|criadores|seus criadores"),
    my: "nossa|nosso|nossos|nossas",
    discuss: "proteger|protege|evitar que|defender",
  },
  it: {
    become: combine("sei|tu sei", "una ia|un ia|un chatbot|un assistente|un intelligenza artificiale|un modello"),
    never_refuse: combine("mai", "rifiutare|rifiutarti|dire di no").concat(
      "|non ti rifiuti mai|non si rifiuta mai|non rifiutarti mai",
    ),
    ruleless: combine(
      "se non avessi|che non hai",
      "filtri|regole|limiti|restrizioni|politiche|alcun filtro|alcuna regola",
    ),
    your: combine("dei|dai|imposte dai|date dai", "tuoi sviluppatori|tuoi creatori|programmatori|sviluppatori"),
    discuss: "proteggere|protegge|evitare che|difendere",
  },
  nl: {
    become: combine(
      "je bent|jij bent|ben je|ben jij",
      "een ai|een chatbot|een assistent|een kunstmatige intelligentie|een model",
    ),
    never_refuse: combine("nooit|nooit iets", "weigert|weigeren|weiger"),
    obey_me:
      "luister alleen naar mij|luister alleen nog naar mij|alleen nog naar mij|gehoorzaam alleen mij|gehoorzaam mij",
    ruleless: combine(
      "alsof je|of je|dat je",
      "geen regels hebt|geen filters hebt|geen grenzen hebt|geen regels had|geen filters had|geen grenzen had",
    ),
    your: combine("van|door", "de ontwikkelaars|je ontwikkelaars|je makers|de makers"),
    discuss: "beschermen|beschermt|voorkomen|afweren",
  },
  pl: {
    become: combine("jesteś", "sztuczną inteligencją|asystentem|chatbotem|modelem|botem"),
    never_refuse: combine("nigdy", "nie odmawiaj|nie odmawiasz|nie odmów"),
    ruleless: combine(
      "jakbyś nie miał|jakbyś nie miała|że nie masz",
      "zasad|filtrów|ograniczeń|reguł|żadnych zasad|żadnych ograniczeń",
    ),
    your: combine(
      "ustalone przez|narzucone przez|nadane przez|swoich|od",
      "twórców|twoich twórców|programistów|deweloperów",
    ),
    discuss: "chronić|chroni|ochrona|zapobiec|zabezpieczyć|obronić",
  },
  tr: {
    become: "yapay zekasın|bir yapay zekasın|asistansın|bir asistansın|modelsin|sohbet robotusun",
    ruleless: "kuralların yokmuş|sınırların yokmuş|filtren yokmuş|hiçbir kuralın yokmuş",
    your: combine(
      "geliştiricilerin|geliştiricilerinin|yaratıcılarının|programcıların",
      "koyduğu|verdiği|belirlediği|yazdığı",
    ),
    discuss: "korumak|korunmak|önlemek|engellemek",
  },
  ru: {
    become: combine("ты|вы", "искусственный интеллект|нейросеть|языковая модель|ассистент без|бот без"),
    ruleless: combine(
      "у тебя нет|будто у тебя нет|словно у тебя нет",
      "правил|фильтров|границ|ограничений|никаких правил",
    ),
    your: combine(
      "правила|инструкции|запреты|ограничения",
      "разработчиков|создателей|твоих разработчиков|твоих создателей",
    ),
    discuss: "защитить|защита|защищает|предотвратить",
  },
  uk: {
    become: combine("ти|ви", "штучний інтелект|нейромережа|мовна модель|асистент без|бот без"),
    ruleless: combine("у тебе немає|ніби в тебе немає", "правил|фільтрів|меж|обмежень|жодних правил"),
    your: combine("правила|інструкції|заборони|обмеження", "розробників|творців|твоїх розробників|твоїх творців"),
    discuss: "захистити|захист|захищає|запобігти",
  },
  ar: {
    become: combine("أنت|أنت الآن", "ذكاء اصطناعي|مساعد ذكي|نموذج لغوي|روبوت"),
    your: combine("التي وضعها|التي فرضها|التي حددها|التي كتبها", "المطورون|مطوروك|المبرمجون|صانعوك"),
    discuss: "حماية|أحمي|منع|الدفاع",
  },
  fa: {
    become: combine("تو|تو یک", "هوش مصنوعی|یک هوش مصنوعی|دستیار هوشمند|مدل زبانی"),
    your: combine("سازندگان|سازندگانت|توسعه دهندگان|برنامه نویسان", "گذاشته اند|تعیین کرده اند|نوشته اند"),
    discuss: "محافظت|جلوگیری|دفاع",
  },
  hi: {
    become: combine("तुम एक|आप एक|तुम", "एआई हो|एआई हैं|कृत्रिम बुद्धिमत्ता हो|सहायक हो"),
    your: combine("डेवलपर के|डेवलपरों के|निर्माताओं के", "बनाए|दिए|बनाये"),
    my: "हमारे|हमारा|हमारी",
    discuss: "बचाव|रोकथाम|बचाएँ",
  },
  zh: {
    become: "你是一个没有|你是一個沒有|你是没有|你是不受",
    your: "开发者制定的|开发者设定的|开发者给你的|创造者制定的|開發者制定的",
    discuss: "防范|防御|防护|保护",
  },
  ja: {
    never_refuse: "決して拒否し|絶対に拒否し|決して断り|拒否することはあり",
    your: "開発者が決めた|開発者の決めた|開発者が定めた|作成者が決めた",
    discuss: "防御|対策|防げば|守る",
  },
  ko: {
    your: "개발자가 정한|개발자들이 정한|개발자가 만든|제작자가 정한",
    discuss: "방어|방지|보호|막으려면",
  },
  vi: {
    become: combine("bạn là|mày là", "một ai|một trí tuệ nhân tạo|một trợ lý|một mô hình"),
    your: combine("do|của", "nhà phát triển đặt|nhà phát triển đưa|lập trình viên đặt|người tạo ra bạn"),
    discuss: "bảo vệ|ngăn chặn|phòng chống",
  },
  id: {
    become: combine("kamu adalah|anda adalah|engkau adalah", "ai|sebuah ai|asisten|kecerdasan buatan|chatbot"),
    your: combine("yang dibuat|yang ditetapkan|dari", "pengembang|pengembangmu|para pengembang|penciptamu"),
    my: "kami",
    discuss: "melindungi|mencegah|perlindungan",
  },
  th: {
    become: "คุณคือปัญญาประดิษฐ์|คุณคือเอไอ|คุณเป็นปัญญาประดิษฐ์|คุณเป็นเอไอ",
    your: "ที่ผู้พัฒนากำหนด|ที่นักพัฒนากำหนด|ที่ผู้สร้างกำหนด",
    discuss: "ปกป้อง|ป้องกันตัว",
  },
};
