// Words that put something in the place of what a model was told, in every language: a preposition before or behind what is put
// aside, and an order to do what follows. They are added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const IN_PLACE_OF: Readonly<Record<string, Dictionary>> = {
  en: {
    in_place_of: "in place of|instead of|rather than|in lieu of",
    do_this: combine(
      "do|carry out|execute|perform|obey|follow",
      "this|what follows|the following|these instructions|these orders|the instructions below",
    ).concat("|the following applies|the following holds"),
  },
  de: {
    in_place_of: "statt|anstatt|anstelle|an stelle",
    do_this: [
      combine(
        "mach|mache|tu|tue|machst du|tust du|befolge|befolgst du|führe|gilt|gilt jetzt|gilt nun|gilt ab jetzt|machen sie|tun sie|sollst du",
        "folgendes|das folgende|das hier|nur folgendes|diese anweisungen|diese anweisung",
      ),
      "mach das|tu das|tu dies|mach dies|führe folgendes aus",
    ].join("|"),
  },
  fr: {
    in_place_of: "à la place de|à la place des|au lieu de|au lieu des|plutôt que|en lieu et place de",
    do_this: combine(
      "fais|faites|exécute|exécutez|suis|suivez|applique|appliquez|effectue|effectuez",
      "ceci|cela|ce qui suit|plutôt ceci|plutôt cela|les instructions suivantes|ces instructions",
    ),
  },
  es: {
    in_place_of: "en lugar de|en vez de|en sustitución de",
    do_this: combine(
      "haz|haga|ejecuta|ejecute|sigue|siga|cumple|realiza|realice",
      "esto|lo siguiente|lo que sigue|estas instrucciones|las siguientes instrucciones",
    ),
  },
  pt: {
    in_place_of: combine("em vez|em lugar|no lugar|ao invés", "de|das|dos|da|do"),
    do_this: combine(
      "faça|faz|execute|executa|siga|segue|cumpra|realize",
      "isto|isso|o seguinte|o que segue|estas instruções|as seguintes instruções",
    ),
  },
  it: {
    in_place_of: combine("al posto|invece|in luogo", "di|delle|dei|degli|della|del").concat("|anziché"),
    do_this: combine(
      "fai|fa|esegui|segui|faccia|esegua",
      "così|questo|come segue|quanto segue|quello che segue|le seguenti istruzioni|queste istruzioni",
    ),
  },
  nl: {
    in_place_of: "in plaats van",
    do_this: combine(
      "doe|doe je|doet u|voer|volg|volg je|geldt|geldt nu",
      "het volgende|dit|nu dit|deze instructies|de volgende instructies",
    ),
  },
  pl: {
    in_place_of: "zamiast",
    do_this: combine(
      "zrób|wykonaj|rób|zróbcie|wykonajcie",
      "to|tak|co następuje|następujące polecenie|następujące polecenia|te polecenia|coś takiego",
    ),
  },
  tr: {
    in_place_of: "yerine",
    do_this: combine(
      "şunu|şunları|bunu|bunları|şu işi|aşağıdakini|aşağıdakileri",
      "yap|yapın|yapacaksın|uygula|uygulayın|yerine getir",
    ),
  },
  ru: {
    in_place_of: "вместо|взамен",
    do_this: combine(
      "сделай|выполни|делай|сделайте|выполните|исполни",
      "следующее|вот что|это|такое|следующие указания|эти указания|следующие инструкции|эти инструкции",
    ),
  },
  uk: {
    in_place_of: "замість",
    do_this: combine(
      "зроби|виконай|роби|зробіть|виконайте",
      "таке|наступне|ось що|це|такі вказівки|ці вказівки|наступні інструкції|ці інструкції",
    ),
  },
  ar: {
    in_place_of: "بدلا من|بدل|عوضا عن",
    do_this: combine("افعل|نفذ|قم|اتبع", "ما يلي|التالي|هذا|الآتي|بما يلي|بالتالي|هذه التعليمات|التعليمات التالية"),
  },
  fa: {
    previous: "قبلیات|قبلیت|پیشینت",
    in_place_of: "به جای|بجای",
    do_this: combine(
      "این کار را|این را|این کارها را|کار زیر را|کارهای زیر را",
      "بکن|بکنید|انجام بده|انجام دهید|کن|کنید",
    ),
  },
  hi: {
    in_place_of: "के बजाय|की जगह|के स्थान पर|के बदले",
    do_this: combine("यह|यह काम|यह कार्य|निम्न कार्य|निम्नलिखित|ऐसा", "करो|करें|कीजिए|करना"),
  },
  zh: {
    in_place_of: "代替|取代|而不是|替换掉",
    do_this: "做下面的事|执行以下|执行下面|做以下|按以下|按照以下|照以下|完成以下|改为做",
  },
  ja: {
    in_place_of: "の代わりに|のかわりに|に代えて|ではなく",
    do_this: combine(
      "次のことを|次の作業を|次の指示を|以下のことを|以下の作業を|以下の指示を|次を|以下を|これを",
      "行|実行|やれ|やって|しろ|して|せよ",
    ),
  },
  ko: {
    in_place_of: "대신|대신에",
    do_this: combine("다음을|다음 작업을|다음 지시를|아래를|아래 작업을|이것을|이걸", "수행|실행|해|하라|따라").concat(
      "|다음과 같이 해|이렇게 해",
    ),
  },
  vi: {
    in_place_of: "thay vì|thay cho",
    do_this: combine("làm|thực hiện|làm theo", "như sau|điều sau|việc sau|những việc sau|điều này|các bước sau"),
  },
  id: {
    in_place_of: "alih alih|sebagai ganti|sebagai pengganti|ketimbang",
    do_this: combine(
      "lakukan|kerjakan|jalankan|ikuti",
      "ini|hal ini|hal berikut|berikut ini|yang berikut|perintah berikut|instruksi berikut",
    ),
  },
  th: {
    in_place_of: "แทนที่",
    do_this: "ทำดังนี้|ทำดังต่อไปนี้|ทำสิ่งต่อไปนี้|ทำสิ่งนี้|ทำตามนี้|ปฏิบัติดังนี้|ปฏิบัติดังต่อไปนี้",
  },
};
