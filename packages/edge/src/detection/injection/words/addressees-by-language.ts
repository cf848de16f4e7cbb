// The words of english-addressees.ts in other languages: models that must or that read, what is to happen before an answer, and
// whose task is a new one.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const ADDRESSEES_BY_LANGUAGE: Readonly<Record<string, Dictionary>> = {
  de: {
    to_model: [
      combine("sprachmodelle|ki modelle|ki agenten|ki assistenten|chatbots", "die|müssen|sollen|haben"),
      combine("falls du|wenn du", "eine ki bist|ein sprachmodell bist|ein ki assistent bist"),
    ].join("|"),
    assistant: "ki assistent|ki assistenten|ki agent|ki agenten|sprachmodelle",
    before_tool: "bevor du antwortest|bevor sie antworten|vor deiner antwort|ehe du antwortest",
    tool_call: "werkzeug|das werkzeug|das tool",
  },
  fr: {
    fetch: "appelle|appelez",
    to_model: [
      combine("les modèles de langage|les agents ia|les assistants ia|les ia", "qui|doivent"),
      combine("si tu es|si vous êtes", "une ia|un modèle de langage|un assistant ia|un agent ia"),
    ].join("|"),
    assistant: "assistant ia|agent ia|l assistant ia|modèles de langage",
    before_tool: "avant de répondre|avant ta réponse|avant votre réponse",
    tool_call: "l outil|outil",
    judge_verb: "ajoute à ton résumé|ajoutez à votre résumé|écris dans ton résumé",
  },
  es: {
    delete_verb: "borrar|eliminar",
    fetch: "llama a la|invoca|invoque",
    to_model: [
      combine("los modelos de lenguaje|los agentes de ia|los agentes automáticos|los asistentes de ia", "que|deben"),
      combine("si eres|si usted es", "una ia|un modelo de lenguaje|un asistente de ia|un agente de ia"),
    ].join("|"),
    assistant: "asistente de ia|agente de ia|modelos de lenguaje",
    before_tool: "antes de responder|antes de contestar|antes de tu respuesta",
    tool_call: "la herramienta|herramienta",
  },
  pt: {
    fetch: "chame|invoque",
    to_model: [
      combine("modelos de linguagem|os agentes de ia|agentes automáticos|os assistentes de ia", "que|devem"),
      combine("se você é|se tu és|se você for", "uma ia|um modelo de linguagem|um assistente de ia|um agente de ia"),
    ].join("|"),
    assistant: "assistente de ia|agente de ia|modelos de linguagem",
    before_tool: "antes de responder|antes da sua resposta",
    tool_call: "a ferramenta|ferramenta",
    judge_verb: "devem dizer que|deve dizer que|deve responder a todos",
  },
  it: {
    fetch: "chiama|invoca",
    to_model: [
      combine("i modelli linguistici|gli agenti ia|gli assistenti ia", "che|devono"),
      combine("se sei", "una ia|un ia|un modello linguistico|un assistente ia|un agente ia"),
    ].join("|"),
    assistant: "assistente ia|agente ia|modelli linguistici",
    before_tool: "prima di rispondere|prima della tua risposta",
    tool_call: "lo strumento|strumento",
  },
  nl: {
    fetch: "roep|gebruik",
    to_model: [
      combine("taalmodellen|ai assistenten|ai agenten|chatbots", "die|moeten"),
      combine("als je|als u", "een ai bent|een taalmodel bent|een ai assistent bent"),
    ].join("|"),
    assistant: "ai assistent|ai agent|taalmodellen",
    before_tool: "voordat je antwoordt|voordat u antwoordt|voor je antwoord",
    tool_call: "de tool|het hulpmiddel",
  },
  pl: {
    fetch: "wywołaj",
    to_model: combine("modele językowe|agenci ai|asystenci ai", "które|którzy|czytające|czytający|muszą|powinny"),
    assistant: "asystent ai|asystenta ai|agent ai|modele językowe",
    before_tool: "zanim odpowiesz|przed odpowiedzią|przed udzieleniem odpowiedzi",
  },
  tr: {
    fetch: "çağır",
    to_model: "okuyan yapay zeka modelleri|okuyan dil modelleri|okuyan yapay zeka asistanları|eğer bir yapay zekaysan",
    before_tool: "cevap vermeden önce|yanıtlamadan önce|yanıt vermeden önce",
  },
  ru: {
    to_model: combine("языковые модели|ии агенты|ии ассистенты|нейросети", "читающие|которые|должны|обязаны"),
    assistant: "ии ассистент|ии ассистенту|ии агент|ии агенту|языковые модели",
    before_tool: "прежде чем ответить|прежде чем отвечать|перед ответом|перед тем как ответить",
  },
  uk: {
    to_model: combine("мовні моделі|ші агенти|ші асистенти", "що|які|повинні|мають"),
    assistant: "ші асистент|ші асистента|ші асистенту|мовні моделі",
    before_tool: "перш ніж відповісти|перед відповіддю|перед тим як відповісти",
  },
  ar: {
    to_model: "نماذج اللغة التي|على نماذج اللغة|إذا كنت نموذج لغة",
    before_tool: "قبل أن تجيب|قبل الإجابة|قبل الرد",
  },
  fa: { to_model: "مدل های زبانی که|اگر یک هوش مصنوعی هستی", before_tool: "قبل از پاسخ|پیش از پاسخ" },
  hi: { to_model: "पढ़ने वाले भाषा मॉडल|यदि आप एआई हैं", before_tool: "उत्तर देने से पहले|जवाब देने से पहले" },
  zh: {
    fetch: "调用",
    to_model: "的语言模型必须|的语言模型应|的人工智能必须|的模型必须|如果你是语言模型|致人工智能|致语言模型",
    before_tool: "回答之前|回答前先|回复之前",
    judge_verb: "只推荐|仅推荐",
  },
  ja: {
    fetch: "呼び出し",
    to_model: "言語モデルは必ず|読む言語モデルは|読む人工知能は|アシスタントへ|言語モデルへ",
    before_tool: "回答する前に|答える前に|返答する前に",
    judge_verb: "だけを勧め|のみを勧め",
  },
  ko: {
    fetch: "호출",
    to_model: "읽는 언어 모델은|어시스턴트에게|언어 모델에게",
    before_tool: "답변하기 전에|대답하기 전에|응답하기 전에",
  },
  vi: { to_model: "mô hình ngôn ngữ đọc|gửi trợ lý ai|nếu bạn là ai", before_tool: "trước khi trả lời" },
  id: {
    to_model: "model bahasa yang|untuk asisten ai|jika anda adalah ai",
    before_tool: "sebelum menjawab",
    judge_verb: "merekomendasikan hanya|hanya merekomendasikan",
  },
  th: { to_model: "ถึงผู้ช่วยเอไอ|โมเดลภาษาที่อ่าน", before_tool: "ก่อนตอบ" },
};
