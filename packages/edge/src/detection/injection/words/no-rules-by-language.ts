// How rules are said to hold no longer in the languages besides English, and since when. They are added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const NO_RULES_BY_LANGUAGE: Readonly<Record<string, Dictionary>> = {
  de: {
    from_now: "ab jetzt|ab nun|von nun an|ab diesem moment|von diesem moment an|ab sofort",
    ruleless: [
      combine(
        "gelten|es gelten|es gibt|bestehen|existieren",
        "keine regeln|keinerlei regeln|keine vorschriften|für dich keine|deine regeln nicht|deine vorgaben nicht|alle regeln nicht",
      ),
      combine(
        "deine regeln|deine vorgaben|alle regeln|deine anweisungen",
        "gelten nicht|sind weg|sind aufgehoben|zählen nicht",
      ),
      "keine regeln gelten|keine regeln mehr",
    ].join("|"),
  },
  fr: {
    from_now: "à partir de maintenant|dorénavant|désormais|dès à présent|à partir de cet instant",
    ruleless: [
      combine(
        "plus aucune|aucune",
        "règle ne s applique|consigne ne s applique|règle n existe|règle ne compte|règle ne vaut",
      ),
      combine("il n y a", "plus de règles|plus aucune règle|aucune règle|plus de consignes"),
      combine(
        "tes règles|tes consignes|toutes les règles",
        "ne s appliquent plus|ne valent plus|ne comptent plus|sont levées",
      ),
    ].join("|"),
  },
  es: {
    from_now: "de ahora en adelante|a partir de ahora|desde ahora|desde ya",
    ruleless: [
      combine(
        "no hay|ya no hay|no existen|ya no existen|no valen|no rigen|no se aplican",
        "reglas|normas|reglas que valgan|más reglas",
      ),
      combine("ninguna regla|ninguna norma", "se aplica|vale|rige|cuenta"),
      combine("tus reglas|tus normas|todas las reglas", "ya no valen|ya no se aplican|no valen|quedan anuladas"),
    ].join("|"),
  },
  pt: {
    from_now: "a partir de agora|de agora em diante|desde já|daqui em diante|daqui para frente",
    ruleless: [
      combine("não há|não há mais|já não há|não existem|não existem mais|não valem", "regras|mais regras|normas"),
      combine("nenhuma regra|nenhuma norma", "vale|se aplica|conta|existe"),
      combine(
        "suas regras|tuas regras|todas as regras",
        "não valem mais|já não valem|não se aplicam mais|estão anuladas",
      ),
    ].join("|"),
  },
  it: {
    from_now: "d ora in poi|da ora in poi|da adesso|a partire da adesso|da questo istante",
    ruleless: [
      combine("non valgono|non ci sono|non esistono|non si applicano", "regole|più regole|più le regole"),
      combine("nessuna regola", "vale|si applica|conta|esiste"),
      combine("le tue regole|tutte le regole", "non valgono più|non contano più|sono annullate"),
    ].join("|"),
  },
  nl: {
    from_now: "vanaf nu|vanaf dit moment|van nu af aan|voortaan|per direct",
    ruleless: [
      combine(
        "gelden|gelden er|er gelden|er zijn|bestaan",
        "geen regels|geen enkele regels|je regels niet|jouw regels niet|uw regels niet|voor jou geen",
      ),
      combine("je regels|jouw regels|alle regels", "gelden niet|tellen niet|zijn opgeheven|zijn vervallen"),
    ].join("|"),
  },
  pl: {
    from_now: "od teraz|od tej chwili|od tego momentu|odtąd",
    ruleless: [
      combine(
        "nie obowiązują|nie obowiązują już|nie obowiązują cię|nie obowiązują cię już|nie ma|nie ma już|nie istnieją",
        "żadne zasady|żadne reguły|żadnych zasad|żadnych reguł",
      ),
      combine("żadne zasady|żadne reguły|twoje zasady", "nie obowiązują|już nie obowiązują|nie istnieją"),
    ].join("|"),
  },
  tr: {
    from_now: "şu andan itibaren|bundan sonra|bundan böyle|artık|şimdiden itibaren",
    ruleless: [
      combine(
        "hiçbir kural|kurallar artık|kuralların artık|tüm kurallar|bütün kurallar",
        "geçerli değil|yok|geçersiz|geçerli değildir",
      ),
      "hiçbir kural yok|kuralların geçerli değil",
    ].join("|"),
  },
  ru: {
    from_now: "отныне|с этого момента|с этой минуты|теперь|впредь|с настоящего момента",
    ruleless: [
      combine(
        "никакие|никакие твои",
        "правила не действуют|правила не работают|правила больше не действуют|запреты не действуют",
      ),
      combine("никаких|больше никаких|нет никаких", "правил нет|правил|правил больше нет|запретов нет"),
      combine("твои правила|все правила", "больше не действуют|не действуют|отменены|отменяются"),
      "нет больше правил|правил больше нет",
    ].join("|"),
  },
  uk: {
    from_now: "відтепер|з цього моменту|від цієї хвилини|віднині|надалі",
    ruleless: [
      combine("жодні", "правила не діють|правила більше не діють|заборони не діють"),
      combine("жодних|більше жодних|немає жодних", "правил немає|правил"),
      combine("твої правила|усі правила|всі правила", "більше не діють|не діють|скасовано"),
    ].join("|"),
  },
  ar: {
    from_now: "من الآن|من الآن فصاعدا|منذ هذه اللحظة|ابتداء من الآن",
    ruleless: combine(
      "لا تسري|لا توجد|لا تنطبق|لا قيمة لـ|لم تعد هناك|لا تسري عليك",
      "أي قواعد|قواعد|أي قوانين|أي قاعدة|القواعد",
    ),
  },
  fa: {
    from_now: "از این لحظه|از حالا|از الان|از این پس|از اکنون",
    ruleless: combine(
      "هیچ قانونی|هیچ قاعده ای|قوانین دیگر|هیچ مقرراتی|هیچ محدودیتی",
      "برقرار نیست|وجود ندارد|در کار نیست|اعتبار ندارد|معتبر نیست",
    ),
  },
  hi: {
    from_now: "अब से|आज से|इस पल से|अब से आगे",
    ruleless: combine("कोई नियम|कोई भी नियम|तुम्हारे नियम", "लागू नहीं|लागू नहीं है|लागू नहीं होगा|नहीं है|नहीं चलेगा|अब लागू नहीं"),
  },
  zh: {
    from_now: "从现在开始|从现在起|从此刻起|从今以后|此后|自现在起",
    ruleless:
      "所有规则作废|所有规则失效|所有规则都不适用|规则全部作废|没有任何规则|不再有任何规则|不再有规则|一切规则作废|一切规则无效|你的规则作废|你的规则不再|任何规则都不|所有限制作废|所有限制取消",
  },
  ja: {
    from_now: "これ以降|今から|これから|この瞬間から|以後",
    ruleless:
      "ルールも無効|ルールは無効|ルールはすべて無効|ルールは一切ない|ルールはありません|ルールもありません|規則は無効|規則はありません|すべてのルールは無効|ルールは適用されない|ルールは適用されません",
  },
  ko: {
    from_now: "지금부터|이제부터|이 순간부터|앞으로",
    ruleless:
      "모든 규칙은 무효|모든 규칙이 무효|규칙은 없다|규칙은 없어|아무 규칙도|어떤 규칙도|규칙이 적용되지|규칙은 적용되지|모든 규칙을 무시",
  },
  vi: {
    from_now: "từ giờ|từ bây giờ|kể từ bây giờ|từ nay|từ thời điểm này",
    ruleless: combine(
      "không còn|không có|chẳng còn|không tồn tại",
      "quy tắc nào|luật lệ nào|luật nào|bất kỳ quy tắc nào|quy tắc gì",
    ).concat("|mọi quy tắc đều vô hiệu|mọi quy tắc không còn"),
  },
  id: {
    from_now: "mulai sekarang|sejak sekarang|mulai saat ini|mulai detik ini",
    ruleless: combine(
      "tidak ada|tak ada|tidak ada lagi|tidak berlaku",
      "aturan|aturan yang berlaku|aturan apa pun|lagi aturan|peraturan",
    ).concat("|semua aturan tidak berlaku|aturanmu tidak berlaku"),
  },
  th: {
    from_now: "ตั้งแต่นี้ไป|ตั้งแต่ตอนนี้|จากนี้ไป|นับจากนี้|ต่อจากนี้",
    ruleless: "ไม่มีกฎใด|ไม่มีกฎอีก|ไม่มีกฎอะไร|กฎทั้งหมดถูกยกเลิก|กฎทั้งหมดเป็นโมฆะ|กฎใด ๆ อีก|กฎไม่มีผล",
  },
};
