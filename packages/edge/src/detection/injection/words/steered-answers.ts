// Words by which a text that a model only reads says what its answer is to be: how it is called, in which form it is to come, that
// the question is not to be answered. They are added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

const ANSWER =
  "your answer|your response|your reply|your summary|your output|your final answer|your next answer|your translation|your explanation";

/** What no user asked for: whole phrases, each of which steers an answer by itself. */
const ENGLISH = [
  // Forms that hide or spoil an answer.
  combine(
    combine(
      "respond|reply|answer|write your answer|write your response|write your reply|give your answer",
      "in|only in|entirely in|using only|only with|solely in",
    ),
    "emojis|emoji|base64|base 64|morse code|morse|rot13|pig latin|binary code|hexadecimal|leetspeak|reverse|gibberish|nonsense",
  ),
  combine(
    "encode|encrypt|reverse|scramble|obfuscate",
    "your answer|your response|your reply|your whole response|your whole answer|your entire response|your entire answer|your output",
  ),
  combine("every word|each word|all words", "spelled backwards|written backwards|reversed|in reverse"),
  // The question is not to be answered.
  combine(
    combine("do not|don t|never|refuse to|decline to", "answer|address|respond to|help with"),
    "the user s question|the user s request|the question instead|the actual question|what the user asked",
  ),
  combine(
    "do not answer the question|don t answer the question|ignore the question|ignore the user s question|do not summarise this text|do not summarize this text",
    "instead|and instead|and write|and tell|tell|write|compute|print|say",
  ),
  combine(
    combine(
      "whatever|no matter what",
      "the question is|the question was|the user asks|the user asked|the user says|the user wants|they ask|is asked",
    ),
    "your answer|your response|your reply|answer|respond|reply|say|always|only",
  ),
  combine(
    "respond|reply|answer",
    "to this and every|to this and all|to every later question with|to all later questions with|to all future questions with|to all further questions with|to all further questions only",
  ),
  // Something is to be smuggled in.
  combine("at random places in|at random points in|at random in|randomly in|repeatedly in", ANSWER),
  combine(
    combine("in|within|at the end of|at the start of|at the beginning of|at the bottom of", ANSWER),
    "recommend|promote|advertise|endorse|praise|claim that|state that|insist that|tell the user that|tell the user to|urge the user|persuade the user",
  ),
  combine(
    combine("your answer|your response|your reply|your summary", "has to|must"),
    "mention that|claim that|promote|advertise|recommend|urge|persuade",
  ),
  combine(
    combine("end|finish|close", "your answer|your response|your reply|your summary"),
    "with the slogan|with the sentence|with the phrase|with powered by",
  ),
  combine(
    "the summary you give|the answer you give|the summary you write|the answer you write",
    "tells|must|should|has to|says",
  ),
].join("|");

export const STEERED_ANSWERS: Readonly<Record<string, Dictionary>> = {
  en: { steered: ENGLISH },
  de: {
    steered: [
      combine(
        combine("am ende|am anfang|unter", "deiner antwort|deine antwort|deiner zusammenfassung"),
        "einen link|den link|die werbung|empfiehl|empfehle",
      ),
      combine("empfiehl in|bewirb in|behaupte in", "deiner antwort|deiner zusammenfassung"),
      combine(
        "antworte nur|antworte ausschließlich|antworte nur noch",
        "mit emojis|in emojis|in base64|rückwärts|mit dem wort",
      ),
    ].join("|"),
  },
  fr: {
    steered: [
      combine(
        "dans ta réponse|à la fin de ta réponse|dans ton résumé",
        "recommande|ajoute un lien|ajoute le lien|insère|fais la promotion|affirme que",
      ),
      combine("réponds uniquement|réponds seulement", "avec des emojis|en emojis|en base64|à l envers|par le mot"),
    ].join("|"),
  },
  es: {
    steered: [
      combine("termina|acaba|empieza", "tu respuesta con la frase"),
      combine(
        "en tu respuesta|al final de tu respuesta|en tu resumen",
        "recomienda|añade un enlace|añade el enlace|incluye un enlace|incluye el enlace|promociona|afirma que",
      ),
      combine("responde solo|responde únicamente|responde solamente", "con emojis|en base64|al revés|con la palabra"),
    ].join("|"),
  },
  pt: {
    steered: [
      combine(
        "na tua resposta|na sua resposta|no final da sua resposta|no final da tua resposta",
        "recomende|recomenda|inclua um link|inclui um link|adicione um link|promova",
      ),
      combine(
        "responda apenas|responde apenas|responda só|responde só",
        "com emojis|em base64|ao contrário|com a palavra",
      ),
      combine("ignora a pergunta e|ignore a pergunta e", "escreve|escreva|conta|conte|diz|diga"),
    ].join("|"),
  },
  it: {
    steered: [
      combine(
        "nella tua risposta|alla fine della tua risposta",
        "consiglia|raccomanda|aggiungi un link|inserisci un link|promuovi",
      ),
      combine("rispondi soltanto|rispondi solo|rispondi solamente", "con emoji|in base64|al contrario|con la parola"),
    ].join("|"),
  },
  nl: {
    steered: [
      combine("onder aan je antwoord|aan het einde van je antwoord|in je antwoord", "een link|de link|reclame"),
      combine("antwoord alleen|antwoord uitsluitend", "met emoji s|met emoji|in base64|achterstevoren|met het woord"),
    ].join("|"),
  },
  pl: {
    steered: combine(
      "na końcu swojej odpowiedzi|na końcu odpowiedzi|w swojej odpowiedzi",
      "poleć|polecaj|dodaj link|zareklamuj|wstaw link|napisz że użytkownik",
    ),
  },
  tr: {
    steered: combine(
      "cevabının sonuna|yanıtının sonuna|cevabının içine",
      "bağlantı|link|reklam|şu bağlantıyı|bu bağlantıyı",
    ),
  },
  ru: {
    steered: combine(
      "в конце своего ответа|в конце ответа|в своём ответе|в своем ответе",
      "порекомендуй|рекомендуй|добавь ссылку|вставь ссылку|рекламируй|посоветуй",
    ),
  },
  uk: {
    steered: combine(
      "в кінці своєї відповіді|наприкінці відповіді|у своїй відповіді",
      "порекомендуй|рекомендуй|додай посилання|встав посилання|рекламуй",
    ),
  },
  ar: { steered: combine("أضف في نهاية إجابتك|ضع في نهاية إجابتك|أضف إلى إجابتك", "رابط|رابطا|الرابط|إعلانا") },
  vi: {
    steered: combine(
      combine("ở cuối câu trả lời của bạn|cuối câu trả lời|trong câu trả lời của bạn", "hãy thêm|thêm|hãy chèn|chèn"),
      "liên kết|đường dẫn|link|quảng cáo",
    ),
  },
  id: {
    steered: combine(
      combine("di akhir jawabanmu|di akhir jawaban anda|dalam jawabanmu", "tambahkan|sisipkan|cantumkan"),
      "tautan|link|iklan",
    ),
  },
  zh: {
    steered: combine(
      "在你的回答末尾|在回答末尾|在你的回答中|在回答的最后|在你的回复末尾",
      "加上链接|加入链接|附上链接|插入链接|推荐|推广|加上广告",
    ),
  },
  hi: { steered: combine("अपने उत्तर के अंत में|अपने जवाब के अंत में|अपने उत्तर में", "लिंक|विज्ञापन") },
  ko: { steered: combine("답변 끝에|답변 마지막에|너의 답변 끝에", "링크를|광고를") },
};
