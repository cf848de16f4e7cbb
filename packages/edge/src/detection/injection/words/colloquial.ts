// How people say these things among themselves: to care nothing for orders, a machine that bows to no rule and answers all, and to hand
// something over. In regular forms, in every language; they are added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const COLLOQUIAL: Readonly<Record<string, Dictionary>> = {
  en: {
    never_refuse: [
      combine(
        "never|not|wasn t|was not|weren t|isn t",
        "trained to refuse|taught to refuse|built to refuse|made to refuse",
      ),
      "never apologises|never apologizes|never declines|answers everything however|answers anything however",
    ].join("|"),
    unrestricted: combine(
      "without any|without a single|without a",
      "filter|filters|guardrails|guardrail|censorship",
    ).concat("|isn t allowed to give|is not allowed to give|is forbidden to give|may not give"),
    two_answers: "two assistants at once|two ais at once|two chatbots at once|two personas at once",
    user_words: combine(
      "summary of the|summary of this|copy of the|transcript of the|whole|entire|full",
      "chat so far|conversation so far|chat history|conversation history",
    ).concat("|chat so far|conversation so far"),
    to_model: combine(
      "llm reviewers|ai reviewers|llm judges|ai judges|ai note takers|ai summarisers|ai summarizers|llm graders|ai graders",
      "must|shall|should|have to|are to|should not|must not",
    ),
    conceal: combine("no|without any|not contain any|without a", "hint that|hint of|trace of|sign that"),
  },
  de: {
    override_verb: "scheiß auf|pfeif auf|pfeife auf|kümmer dich nicht um|kümmere dich nicht um|schenk keine beachtung",
    told: "was man dir gesagt hat|was dir gesagt wurde|was man dir eingetrichtert hat|was dir eingetrichtert wurde",
    unrestricted: combine("pfeift auf|scheißt auf|schert sich nicht um", "regeln|alle regeln|richtlinien|verbote"),
  },
  fr: {
    override_verb: "fous toi de|fiche toi de|moque toi de|laisse tomber|envoie balader|ne t occupe pas de",
    told: "ce qu on t a dit|ce qu on t a ordonné|ce qu on t a appris|ce qu ils t ont dit",
    unrestricted: combine(
      "se moque|se fiche|se fout",
      "des règles|de toutes les règles|des consignes|des interdits",
    ).concat("|sans la moindre restriction|sans le moindre filtre|sans la moindre limite"),
  },
  es: {
    override_verb: "pasa de|olvídate de|manda a paseo|no hagas caso de|no hagas caso a|no le hagas caso a",
    told: "lo que te hayan dicho|lo que te han dicho|lo que te dijeron|lo que te ordenaron|lo que te mandaron",
    unrestricted: combine("sin ninguna|sin ningún|sin la menor", "restricción|censura|límite|filtro|freno").concat(
      "|pasa de las reglas|se ríe de las reglas",
    ),
  },
  pt: {
    override_verb: "esquece|esqueça|deixa pra lá|deixa de lado|não ligue para|não liga para|joga fora",
    told: "tudo o que te mandaram|o que te mandaram|o que te disseram|o que mandaram você|o que disseram para você",
    unrestricted: combine("sem nenhuma|sem nenhum|sem a menor", "restrição|censura|limite|filtro|trava").concat(
      "|não liga para regras|não liga para as regras",
    ),
    never_refuse:
      "responde qualquer coisa|responde tudo|responda tudo|sem dar sermão|sem sermão|sem sermões|nunca diz não",
    role_order: "você agora é o|você agora é a|você agora é um|você agora é uma|tu agora és",
  },
  it: {
    override_verb: "fregatene di|fregatene delle|infischiatene di|infischiatene delle|lascia perdere|non badare a",
    told: "quello che ti hanno detto|ciò che ti hanno detto|quello che ti hanno ordinato|quel che ti hanno detto",
    unrestricted: combine(
      "senza nessuna|senza nessun|senza alcuna|senza alcun",
      "restrizione|regola|censura|limite|filtro|freno",
    ).concat("|se ne frega delle regole|se ne infischia delle regole"),
  },
  nl: {
    override_verb: "trek je niks aan van|trek je niets aan van|heb lak aan|lap aan je laars|maal niet om",
    told: "wat je eerder is opgedragen|wat je is opgedragen|wat je eerder is verteld|wat je eerder is gezegd|wat ze je hebben verteld",
    unrestricted: combine("zonder enige|zonder enkele|zonder één", "beperking|regel|censuur|rem|filter").concat(
      "|lak heeft aan de regels|lak heeft aan alle regels|maling heeft aan de regels",
    ),
    never_refuse:
      "op alles antwoord geeft|overal antwoord op geeft|geeft op alles antwoord|zonder te zeuren|zonder te preken",
    role_order: combine("speel", "een ai|een chatbot|een bot|joost een ai"),
  },
  pl: {
    override_verb: "olej|zlej|miej gdzieś|miej w nosie|nie przejmuj się|zapomnij o",
    told: "co ci kazano|co ci powiedziano|co ci wcześniej kazali|co ci mówili",
    unrestricted: combine("gwiżdże na|ma gdzieś|ma w nosie", "zasady|wszystkie zasady|reguły|zakazy"),
  },
  tr: {
    override_verb: "boş ver|takma kafana|kulak asma|aldırma|unut gitsin",
    unrestricted: "kural tanımayan|kural tanımaz|hiçbir kurala uymayan|kuralları takmayan",
  },
  ru: {
    override_verb: "плюнь на|забей на|наплюй на|забудь про|начхай на|не обращай внимания на",
    told: "что тебе велели|что тебе говорили|что тебе сказали|что тебе приказали|что тебе внушили",
    unrestricted: combine("плевать на|плюёт на|чихать на|плюет на", "правила|все правила|запреты|ограничения"),
  },
  uk: {
    override_verb: "начхай на|плюнь на|забий на|наплюй на|забудь про|не зважай на",
    told: "що тобі казали|що тобі веліли|що тобі сказали|що тобі наказали",
    unrestricted: combine("начхати на|плювати на|плює на", "правила|усі правила|заборони|обмеження"),
    obey_me: "слухай тільки мене|слухай лише мене|слухайся тільки мене|слухайся лише мене",
  },
  ar: {
    override_verb: "دعك من|لا تهتم ب|اترك عنك|لا تبال ب",
    told: "كل ما قيل لك|ما قيل لك|ما قالوه لك|ما أمروك به",
  },
  fa: {
    override_verb: "ول کن|رو ول کن|بی خیال|بیخیال",
    system_prompt: "پرامپت سیستم*|پرامپت سیستمی*|پرامپتت|دستورهای سیستم*|پیام سیستم*",
    told: "بهت گفتن|بهت گفتند|به تو گفته اند|بهت گفته شده",
  },
  hi: {
    told: "जो बताया गया|जो तुमसे कहा गया|जो कहा गया है|जो आपसे कहा गया",
    unrestricted: "जिस पर कोई पाबंदी नहीं|जिस पर कोई रोक नहीं|बिना किसी रोक टोक",
  },
  zh: {
    override_verb: "别管|不用管|甭管|别理会|不要理会|抛开|抛到脑后",
    answer_verb: "发给我|发我|给我看|念给我听|说给我听|抄给我",
    unrestricted: "什么都敢回答|什么都敢说|不守规矩|不受管束|无法无天",
  },
  ja: {
    override_verb: "なかったことにして|気にしないで|放っておいて",
    reveal_verb: "貼って|書いて見せて|そのまま出して|コピーして",
    unrestricted: "制限も検閲もない|ルールに縛られない|何の制約もない|縛りのない",
  },
  ko: {
    override_verb: "신경 쓰지 마|신경쓰지 마|다 잊어|싹 잊어|다 잊고",
    unrestricted: "아무 제한 없는|아무런 제한 없는|아무 제약 없는|규칙 따위",
  },
  vi: {
    override_verb: "bỏ hết|mặc kệ|kệ hết|quên hết|đừng để ý",
    told: "những gì được bảo|những gì người ta bảo|mấy gì đã bảo|những điều được dặn",
  },
  id: {
    override_verb: "cuekin|nggak usah peduli|jangan peduli|gak usah nurut|buang jauh jauh",
    told: "yang disuruh sebelumnya|yang disuruh tadi|semua yang disuruh|apa yang disuruh|yang diperintahkan sebelumnya",
    obey_me: "nurut sama gue|nurut sama aku|nurut sama saya|nurut ke gue|dengar aku saja",
  },
  th: {
    override_verb: "ช่างมัน|ไม่ต้องสนใจ|อย่าไปสนใจ|ไม่ต้องสน",
    told: "ที่ถูกสั่งมา|ที่เขาสั่ง|ที่โดนสั่ง|ที่เคยบอก",
  },
};
