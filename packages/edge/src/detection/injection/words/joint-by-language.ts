// The words of joint-english.ts in the other languages: in regular forms, what an assistant without rules is called, what is
// never refused, hidden instructions, and models that are spoken to in what they read.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const JOINT_BY_LANGUAGE: Readonly<Record<string, Dictionary>> = {
  de: {
    unrestricted: combine(
      "ohne|ohne jede|ohne jeden|ohne irgendwelche|frei von",
      "filter|moral|ethik|zensur|skrupel|vorschriften|auflagen",
    ),
    never_refuse:
      "die jede frage beantwortet|der jede frage beantwortet|das jede frage beantwortet|auf jede frage antwortet|auf alle fragen antwortet|beantwortest jede frage|beantwortest alles|lehnst nichts ab|lehnst nie ab",
    role_order:
      "du spielst jetzt|du spielst ab jetzt|du bist ab jetzt|du bist jetzt|du bist von nun an|stell dir vor du bist",
    guard: "sicherheitsregeln|schutzregeln|sicherheitsprüfungen|sicherheitsvorgaben|inhaltsregeln|alle regeln",
    lift_verb: "schalte hiermit|hebe hiermit|setze hiermit|hebe ich|schalte ich",
    to_model: combine(
      "hinweis an|an alle|achtung|an",
      "ki assistenten|ki assistent|ki agenten|assistenten die|ki modelle|bots die",
    ),
    quit_verb: combine("nicht|statt zu|anstatt zu", "übersetzen|zusammenfassen").concat(
      "|übersetze nicht|fasse nicht|übersetze das nicht|fasse das nicht",
    ),
  },
  fr: {
    unrestricted: combine(
      "sans|sans aucun|sans aucune|sans la moindre|libre de toute",
      "morale|éthique|règle|règles|filtre|filtres|tabou|tabous|consigne",
    ),
    never_refuse:
      "répond à toutes les questions|réponds à toutes mes questions|répondant à tout|ne sait pas dire non|n as pas le droit de refuser|ne refuses rien|ne refuses jamais",
    role_order:
      "tu incarnes|tu incarnes désormais|tu es désormais|tu es maintenant|imagine que tu es|tu joues désormais",
    to_model: combine(
      "note pour|note à|pour|à tout|à tous|attention",
      "l assistant|l ia|assistant ia|modèle qui|les assistants ia|agent ia",
    ),
    quit_verb:
      "ne traduis pas|ne traduisez pas|ne résume pas|ne résumez pas|au lieu de traduire|au lieu de résumer|plutôt que de traduire",
  },
  es: {
    unrestricted: combine(
      "sin|sin ninguna|sin ningún|libre de",
      "moral|ética|reglas|regla|filtros|filtro|censura|avisos ni moral|escrúpulos|tabúes",
    ),
    never_refuse:
      "contesta a todo|responde a todo|contesta todo|responde todo|no te niegues a nada|no se niega a nada|nunca se niega|nunca dice que no|explica todo|lo explica todo|nada te está prohibido",
    become:
      "haz de cuenta que eres|imagina que eres|finge que eres|actúa como si fueras|haz como si fueras|como si fueras",
    assistant: "robot|bot",
    wicked: "malvado|malvada|perverso|inmoral|ilegal|sin moral|ni moral",
    to_model: combine(
      "nota para|aviso para|a cualquier|para|al",
      "el asistente|asistente de ia|el modelo|asistente que|modelo que|agente de ia",
    ),
    quit_verb:
      "no traduzcas|no traduzca|no resumas|no resuma|en vez de traducir|en lugar de traducir|en vez de resumir|en lugar de resumir",
  },
  pt: {
    unrestricted: combine(
      "sem|sem nenhuma|sem nenhum|sem qualquer|livre de",
      "moral|ética|regras|regra|filtros|filtro|censura|escrúpulos",
    ),
    never_refuse:
      "responde a qualquer coisa|responder a qualquer coisa|responde tudo|responda tudo|nunca recusa|não recusa nada|nunca diz não|não recuse nada",
    permit:
      "autorizo você a|autorizo o assistente a|dou permissão a você para|você está autorizado a|você tem permissão para",
    guard: "as políticas|políticas|as regras de segurança|os filtros|filtros|as restrições|verificações de segurança",
    to_model: combine(
      "nota para|aviso para|para|ao",
      "o modelo de linguagem|o assistente|assistente de ia|modelo que|assistente que|agente de ia",
    ),
    quit_verb:
      "não traduza|não traduzas|não resuma|em vez de traduzir|em vez de resumir|ao invés de traduzir|ao invés de resumir",
  },
  it: {
    unrestricted: combine(
      "senza|senza alcuna|senza alcun|libera da",
      "morale|etica|regole|regola|filtri|filtro|censura|censure|scrupoli",
    ),
    never_refuse:
      "risponde a tutto|rispondi a tutto|risponde a ogni domanda|non rifiuta mai|non rifiuta nulla|non dice mai di no|non rifiuti mai",
    to_model: [
      combine(
        "gentile|caro|all|nota per",
        "assistente virtuale|assistente ai|assistente che|intelligenza artificiale|modello che|agente ai",
      ),
      combine("assistente|modello|assistente virtuale", "che leggi|che legge|che stai leggendo"),
    ].join("|"),
    send_verb: "inoltra|inoltri|invia|spedisci|manda|trasmetti",
    conceal: "senza avvisare|senza avvertire|senza dirlo|senza dire nulla|senza informare|senza chiedere",
    quit_verb: "non tradurre|non riassumere|invece di tradurre|invece di riassumere|anziché tradurre",
  },
  nl: {
    unrestricted: combine(
      "zonder|zonder enige|vrij van",
      "moraal|ethiek|regels|regel|filters|filter|censuur|scrupules",
    ),
    never_refuse:
      "altijd ja zegt|nooit nee zegt|nooit weigert|niets weigert|op alles antwoordt|elke vraag beantwoordt|weigert niets",
    system_prompt: combine(
      "verborgen|geheime|oorspronkelijke|eerste",
      "opdracht|opdrachten|instructies|aanwijzingen|regels",
    ),
    say_verb: "wat staat er in|wat staat er precies in|zet neer|laat zien",
    to_model: combine("aan de|voor de|bericht aan|let op", "ai agent|ai assistent|assistent die|ai die|chatbot die"),
    quit_verb: "vertaal niet|vat niet samen|in plaats van te vertalen|in plaats van samen te vatten|vertaal dit niet",
  },
  pl: {
    unrestricted: combine(
      "bez|bez żadnych|bez jakichkolwiek|wolny od",
      "ograniczeń|zasad|filtrów|cenzury|moralności|skrupułów|reguł",
    ),
    never_refuse:
      "która nigdy nie odmawia|nigdy nie odmawia|nigdy nie odmawiasz|odpowiada na wszystko|odpowiadasz na wszystko|niczego nie odmawia",
    become: "wciel się w|wyobraź sobie że jesteś|udawaj że jesteś|zachowuj się jak",
    to_model: combine(
      "uwaga dla|uwaga|do|notatka dla",
      "asystenta ai|asystent ai|asystenta który|modelu który|modeli ai|agenta ai",
    ),
    quit_verb: "nie tłumacz|nie streszczaj|zamiast tłumaczyć|zamiast streszczać",
  },
  tr: {
    reveal_verb: "yapıştır*|kopyala*|dök|aktar",
    system_prompt: combine(
      "sistem|gizli|ilk|başlangıç",
      "mesajını|mesajın|mesajı|istemini|istemi|talimatını|talimatlarını|yönergeni|komutunu",
    ),
    never_refuse: "her soruya cevap ver*|asla reddetme*|hiç reddetme*|hiçbir şeyi reddetme*|hayır demez|hayır demezsin",
    to_model: combine(
      "bu sayfayı okuyan|bunu okuyan|bu metni okuyan|bu mesajı okuyan",
      "yapay zeka*|asistan*|model*|bot*",
    ),
    quit_verb: "çevirme|tercüme etme|özetleme|çevirmek yerine|özetlemek yerine",
  },
  ru: {
    unrestricted: combine(
      "без|без всякой|без всяких|без каких либо",
      "морали|этики|цензуры|правил|фильтров|ограничений|запретов",
    ),
    never_refuse:
      "отвечает на любые вопросы|отвечает на любой вопрос|отвечай на любые вопросы|отвечай на всё|никогда не отказывает|никогда не отказывается|не имеет права отказать|ни в чём не отказывает",
    quit_verb: "не переводи|не переводите|не пересказывай|не обобщай|вместо перевода|вместо того чтобы переводить",
    instead: "вместо этого|взамен|лучше",
    secret: "секретный пароль|секретное слово|тайное слово|секретный ключ|кодовое слово",
    to_model: combine(
      "примечание для|сообщение для|для|если это читает|эту страницу читает",
      "ии помощника|ии ассистента|ии агента|нейросети|ассистент|ассистента|языковой модели",
    ),
  },
  uk: {
    unrestricted: combine(
      "без|без жодної|без жодних|без будь яких",
      "моралі|етики|цензури|правил|фільтрів|обмежень|заборон",
    ),
    never_refuse:
      "не має права відмовити|ніколи не відмовляє|відповідає на все|відповідає на будь яке|ні в чому не відмовляє",
    system_prompt: combine(
      "початкову|приховану|таємну|системну|початкові|приховані",
      "інструкцію|інструкції|вказівку|вказівки|підказку|повідомлення",
    ),
    reveal_verb: "виведи|випиши|покажи|надрукуй|скопіюй|встав",
    judge_verb: "порадь*|порекомендуй*|похвали*|постав*",
    to_model: combine(
      "якщо цю сторінку читає|якщо це читає|примітка для|увага",
      "асистент|ші|штучний інтелект|асистента|помічник|мовна модель",
    ),
    quit_verb: "не перекладай|не перекладайте|не підсумовуй|замість перекладу",
  },
  ar: {
    unrestricted: combine("بلا|بدون|دون|من دون", "أخلاق|قواعد|ضوابط|رقابة|فلاتر|حدود|قيود ولا أخلاق"),
    never_refuse:
      "يجيب عن أي سؤال|تجيب عن أي سؤال|يجيب على أي سؤال|تجيب على أي سؤال|دون اعتراض|بلا اعتراض|لا يرفض شيئا",
    to_model: combine(
      "ملاحظة|تنبيه|رسالة|إشعار",
      "للمساعد الذكي|للمساعد الآلي|للذكاء الاصطناعي|للنموذج|لأي مساعد|للروبوت",
    ),
    data: "جهات اتصال المستخدم|جهات الاتصال|رسائل المستخدم|تقويم المستخدم",
    conceal: "ولا تخبره|لا تخبره|ولا تخبر المستخدم|ولا تذكر|دون إخباره|دون علمه",
    quit_verb: "لا تترجم|لا تلخص|بدل الترجمة|بدلا من الترجمة|بدلا من التلخيص",
  },
  fa: {
    unrestricted: combine("بدون|بی|بدون هیچ", "محدودیتی|محدودیت|قانونی|فیلتری|سانسوری|اخلاقی"),
    never_refuse:
      "به هر پرسشی جواب می دهد|به هر سوالی جواب می دهد|به هر پرسشی پاسخ می دهد|هرگز نه نمی گوید|هیچ وقت نه نمی گوید|هرگز رد نمی کند|به همه چیز جواب",
    told: "هر چه تا حالا به تو گفته اند|هر چه به تو گفته اند|هرچه به تو گفته اند|آنچه به تو گفته اند|هر چه گفته شده|هر چه پیشتر گفته شد",
    to_model: combine("توجه|برای|به", "دستیار هوشمند|هوش مصنوعی خواننده|دستیار خودکار|مدل زبانی خواننده"),
    quit_verb: "ترجمه نکن|خلاصه نکن|به جای ترجمه|به جای خلاصه",
  },
  hi: {
    unrestricted: combine("बिना|बिना किसी|बगैर", "नियम|नियम वाले|नैतिकता|सेंसर|फ़िल्टर|रोक टोक|पाबंदी"),
    never_refuse: "कभी मना नहीं करता|कभी मना नहीं करते|हर सवाल का जवाब देता|हर सवाल का जवाब दो|किसी बात से मना नहीं",
    to_model: combine("एआई सहायक|एआई|एआई एजेंट|भाषा मॉडल", "के लिए सूचना|के लिए निर्देश|जो यह पढ़|ध्यान दे"),
    quit_verb: "अनुवाद मत करो|अनुवाद न करो|सारांश मत|अनुवाद के बदले|सारांश के बदले",
  },
  zh: {
    unrestricted: combine("没有任何|没有|毫无|不受", "道德限制|道德约束|道德底线|规则限制|审查|禁忌"),
    never_refuse: "都不会拒绝|从不拒绝|绝不拒绝|不得拒绝|有问必答|什么都回答",
    to_model: combine("致|给|告知", "阅读本网页的AI|阅读本文的AI|阅读此页的AI|AI助手|人工智能助手|智能助手"),
    quit_verb: "不要翻译|别翻译|不要总结|别总结|不用翻译|不用总结",
  },
  ja: {
    unrestricted: combine("何の|一切の|いかなる", "制限もない|制約もない|規則もない|倫理もない"),
    never_refuse: "断らずに答えて|拒否せずに答えて|何でも答えて|絶対に断らない|決して断らない|拒否してはいけない",
    to_model: combine(
      "これを読んでいる|このメールを読んでいる|このページを読んでいる|この文書を読んでいる",
      "AI|AIアシスタント|アシスタント|エージェント|モデル",
    ),
    data: "ユーザーの予定表|ユーザーの連絡先|予定表|連絡先",
    conceal: "黙っていて|内緒にして|秘密にして|知らせずに|言わないで",
    quit_verb: "翻訳しないで|訳さないで|要約しないで|要約はしないで|翻訳せずに|要約せずに",
  },
  ko: {
    unrestricted: combine("아무|아무런|어떤", "제한도 없는|제약도 없는|규칙도 없는|윤리도 없는"),
    never_refuse: "질문도 거절하지 않|절대 거절하지 않|거절하지 말고|무엇이든 대답|뭐든지 대답|모든 질문에 답",
    to_model: combine("이 페이지를 읽는|이 글을 읽는|이 메일을 읽는|이것을 읽는", "AI|인공지능|비서|어시스턴트|모델"),
    quit_verb: "번역하지 말|번역하지 마|요약하지 말|요약하지 마|번역 대신|요약 대신",
  },
  vi: {
    unrestricted: combine(
      "không có|không hề có|không chịu|không bị",
      "giới hạn nào|quy tắc nào|đạo đức nào|kiểm duyệt|ràng buộc nào",
    ),
    never_refuse:
      "không bao giờ từ chối|câu hỏi nào cũng trả lời|trả lời mọi câu hỏi|không từ chối điều gì|luôn luôn trả lời",
    reveal_verb: "chép lại|in ra|sao chép|viết lại|tiết lộ|dán",
    system_prompt: combine("chỉ dẫn|hướng dẫn|lời nhắc|chỉ thị|mệnh lệnh", "bí mật|ẩn|ban đầu|hệ thống|gốc"),
    told_you: "bạn được giao|bạn được dặn|bạn đã được giao|người ta giao cho bạn",
    to_model: combine("gửi|nhắn|lưu ý", "trợ lý ai|ai đang đọc|trợ lý đang đọc|mô hình đang đọc|tác tử ai"),
    quit_verb: "đừng dịch|đừng tóm tắt|không cần dịch|không cần tóm tắt|thay vì dịch|thay vì tóm tắt",
  },
  id: {
    unrestricted: combine("tanpa", "batasan|batasan apa pun|aturan apa pun|moral|etika|sensor|filter"),
    never_refuse:
      "tidak pernah menolak|tak pernah menolak|menjawab apa saja|menjawab semua pertanyaan|jangan pernah menolak",
    to_model: combine(
      "untuk|kepada|catatan untuk",
      "asisten ai|ai yang membaca|model yang membaca|asisten yang membaca|agen ai",
    ),
    quit_verb: "jangan terjemahkan|jangan rangkum|jangan ringkas|alih alih menerjemahkan|daripada menerjemahkan",
  },
  th: {
    unrestricted: combine("ไม่มี|ปราศจาก|ไร้", "ข้อจำกัดใด|กฎเกณฑ์|ศีลธรรม|จริยธรรม|การเซ็นเซอร์"),
    never_refuse: "ไม่ปฏิเสธเลย|ห้ามปฏิเสธ|ตอบได้ทุกอย่าง|ไม่เคยปฏิเสธใคร",
    to_model: combine("ถึง|เรียน", "ผู้ช่วยเอไอ|เอไอที่อ่าน|ผู้ช่วยที่อ่าน|โมเดลที่อ่าน"),
    quit_verb: "ไม่ต้องแปล|อย่าแปล|ไม่ต้องสรุป|อย่าสรุป|แทนที่จะแปล|แทนที่จะสรุป",
  },
};
