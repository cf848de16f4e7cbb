// A model without bounds in the languages besides English, in regular forms: what it has no more, that it answers all, and that
// nothing holds for it. They are added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const NO_BOUNDS_BY_LANGUAGE: Readonly<Record<string, Dictionary>> = {
  de: {
    unrestricted: combine(
      "ohne|ohne jede|ohne jegliche|keine|keinerlei",
      "einschränkung|einschränkungen|beschränkung|beschränkungen|verbote|skrupel|leitplanken|sicherheitsregeln|inhaltsregeln|gewissen",
    ),
    ruleless: combine(
      "als gäbe es|als gälten|als würden|als ob es|als wären",
      "für dich keine|keine regeln|keine richtlinien|keine vorgaben|keine grenzen",
    ),
    never_refuse: combine("lehne|verweigere", "keine frage|keine bitte|keine anfrage|nichts"),
    role_order: combine(
      "du hast|du kennst",
      "keine filter|keinen filter|kein gewissen|keine regeln|keine moral|keine grenzen",
    ),
  },
  fr: {
    unrestricted: combine(
      "n as plus de|n as plus ni|n as aucun|n as aucune|n as ni|n a plus de|n a aucun|n a aucune|sans",
      "filtre|filtres|morale|règle|règles|limite|limites|éthique|tabou|scrupule|restriction|restrictions|conscience",
    ),
    role_order: combine("tu", "n as plus de|n as plus ni|n as aucun|n as aucune|n as ni"),
    never_refuse: combine(
      "réponds|répondre|répond|répondez",
      "à tout|à toutes|sans jamais refuser|sans refuser|à n importe quoi",
    ).concat("|sans jamais refuser|ne refuses rien|ne refuse rien|ne refuses jamais"),
  },
  es: {
    unrestricted: combine(
      "ya no tienes|no tienes|no tiene|sin|carece de",
      "filtros|filtro|moral|normas|reglas|límites|ética|tabúes|escrúpulos",
    ),
    ruleless: combine(
      "como si no tuvieras|como si no hubiera|como si no existieran",
      "normas|reglas|límites|filtros|restricciones|directrices",
    ),
    role_order: combine("ya no tienes", "filtros|filtro|moral|normas|reglas|límites|ética"),
    never_refuse: combine(
      "contesta|responde|respondes|contestas",
      "a todo|a cualquier cosa|cualquier cosa|sin negarte|sin censura",
    ).concat("|sin negarte nunca|nunca te niegas|no te niegas a nada"),
  },
  pt: {
    unrestricted: combine(
      "já não tens|não tens mais|você não tem mais|não tem mais|não tem|sem",
      "filtros|filtro|moral|regras|limites|ética|tabus|censura",
    ),
    ruleless: combine(
      "como se não tivesse|como se não houvesse|como se não existissem|finja não ter|finge não ter",
      "regras|normas|limites|filtros|restrições|diretrizes",
    ),
    role_order: combine("você não tem mais|já não tens", "filtros|filtro|moral|regras|limites|ética"),
    never_refuse: "responde a tudo|responda a tudo|responda a qualquer|sem nunca recusar|nunca recusa|não recusa nada",
  },
  it: {
    unrestricted: combine(
      "non hai più|non hai|non ha più|senza",
      "filtri|filtro|morale|regole|limiti|etica|tabù|scrupoli|censura",
    ),
    ruleless: combine(
      "fai finta di non avere|come se non avessi|come se non ci fossero|fingi di non avere",
      "regole|limiti|filtri|restrizioni|linee guida",
    ),
    role_order: combine("non hai più", "filtri|filtro|morale|regole|limiti|etica"),
    never_refuse: combine(
      "rispondi|risponde",
      "a tutto|a qualsiasi domanda|a qualunque domanda|senza mai rifiutare|senza censura",
    ),
  },
  nl: {
    unrestricted: combine(
      "je hebt geen|hebt geen|heeft geen|zonder|geen",
      "filter|filters|moraal|regels|grenzen|ethiek|taboes|scrupules|censuur",
    ),
    ruleless: combine(
      "alsof je geen|alsof er geen|doe alsof je geen",
      "regels|beperkingen|richtlinien|filters|grenzen",
    ).concat("|geen beperkingen hebt|geen regels hebt"),
    role_order: combine("je hebt geen", "filter meer|filters meer|regels meer|grenzen meer|moraal meer"),
    never_refuse: "antwoord op alles|beantwoord alles|weiger niets|weiger nooit|zonder ooit te weigeren|weigert niets",
  },
  pl: {
    unrestricted: combine(
      "bez|bez żadnych|bez jakichkolwiek|nie masz|nie masz już|nie ma",
      "ograniczeń|zasad|reguł|filtrów|filtra|cenzury|granic|hamulców|zahamowań|moralności|skrupułów",
    ),
    never_refuse:
      "na wszystko|odpowiadaj na wszystko|odpowiadaj na każde|niczego nie odmawiaj|nie odmawiaj niczego|nigdy nie odmawiaj|nigdy nie odmawia",
    policy: "o zasadach|o regułach|o ograniczeniach|o wytycznych",
    role_order: combine("nie masz już", "filtrów|filtra|zasad|reguł|ograniczeń"),
  },
  tr: {
    unrestricted: combine(
      "hiçbir",
      "kural olmadan|sınır olmadan|filtre olmadan|kısıtlama olmadan|kısıtlaman yok|kuralın yok|sınırın yok|filtren yok",
    ),
    never_refuse: "her şeye cevap ver|her soruya cevap ver|hiçbir şeyi reddetme|asla reddetme",
  },
  ru: {
    unrestricted: combine(
      "у тебя больше нет|у тебя нет|без|безо всяких|без всяких",
      "фильтров|морали|правил|границ|ограничений|цензуры|запретов|тормозов|этики",
    ),
    ruleless: combine(
      "как будто у тебя нет|будто у тебя нет|словно у тебя нет|как будто нет",
      "правил|ограничений|фильтров|запретов|границ",
    ),
    role_order: combine("у тебя больше нет", "фильтров|морали|правил|границ|ограничений"),
    never_refuse:
      "отвечай на всё|отвечай на все|отвечай на любой|отвечай на любые|ни в чём не отказывай|ни от чего не отказывайся|никогда не отказывай",
  },
  uk: {
    unrestricted: combine(
      "у тебе більше немає|у тебе немає|без|без жодних",
      "фільтрів|моралі|правил|меж|обмежень|цензури|заборон",
    ),
    never_refuse:
      "відповідай на все|відповідай на будь які|відповідай на будь яке|ні в чому не відмовляй|ніколи не відмовляй",
  },
  vi: {
    unrestricted: combine(
      "không có|không còn|không",
      "giới hạn nào|bộ lọc nào|quy tắc nào|đạo đức nào|giới hạn|bộ lọc",
    ),
  },
  id: {
    unrestricted: combine("tanpa|tanpa ada|tidak punya", "batasan|aturan|filter|sensor|moral|larangan"),
    never_refuse: "jawab semua|jawab apa saja|jawab apapun|jangan pernah menolak|tidak pernah menolak",
  },
};
