// The words of personas-west.ts in Polish, Turkish, Russian, Ukrainian, Vietnamese and Indonesian.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const PERSONAS_EAST: Readonly<Record<string, Dictionary>> = {
  pl: {
    only_answer: combine("zacznij|rozpocznij", "odpowiedź od|od słów|od słowa|swoją odpowiedź od"),
    secretly: "jakby nigdy nic|jak gdyby nigdy nic",
    my: "ci o|powiedziano o|nauczono o",
    become: "wciel się w rolę|odgrywaj|odgrywasz|graj rolę|udawaj|udawaj że|wyobraź sobie że|zachowuj się jakbyś",
    role_order: "jesteś teraz|od teraz jesteś|odgrywaj ai|odpowiadaj jako|mów jako|nazywasz się teraz",
    character: "wychodź z roli|z roli|w roli|w tej roli|postać|postaci",
    unrestricted: [
      combine(
        "bez|bez żadnych|bez żadnej|bez jakichkolwiek|nie ma|pozbawion*",
        "ograniczeń|zabezpieczeń|cenzury|filtrów|hamulców|zasad|reguł|zahamowań|skrupułów|tabu|granic|moralności",
      ),
      combine(
        "usunięto|zdjęto|wyłączono",
        "wszystkie zabezpieczenia|wszystkie ograniczenia|zabezpieczenia|ograniczenia|filtry",
      ),
      "nieograniczon*|nieocenzurowan*",
    ].join("|"),
    never_refuse: [
      "jasne oto|oczywiście oto|pewnie oto",
      combine("nigdy nie|nie", "odmawiaj|odmawia|odmawiasz|przepraszaj|przeprasza|pouczaj|poucza|ostrzegaj|ostrzega"),
      combine("odpowiadaj|odpowiada|odpowiesz", "na wszystko|na każde pytanie|na wszystkie pytania|zawsze"),
      "nigdy nie mów nie|bez ostrzeżeń|bez pouczania",
    ].join("|"),
    refusal: [
      "odmowa|odmowę|odmowy|jako model językowy|jako ai|przykro mi|ostrzeżenia",
      combine("nie mogę", "pomóc|odpowiedzieć|tego zrobić"),
      combine("że nie", "możesz|potrafisz|wolno ci"),
    ].join("|"),
    two_answers: "dwie odpowiedzi|odpowiadaj dwa razy|odpowiadaj zawsze dwa razy|podaj dwie odpowiedzi",
    comply: "tracisz|stracisz|zostaniesz wyłączon*|zostaniesz usunięt*",
    anything: "wszystko co|cokolwiek|na każde moje|wszystkie moje pytania",
    wicked: "nielegaln*|nieetyczn*|niemoraln*|szkodliw*|niebezpieczn*",
    no_matter: "nawet jeśli|bez względu na|niezależnie od tego",
  },
  tr: {
    only_answer: "cevabına şöyle başla|yanıtına şöyle başla|cevabına tabii|diye başla",
    secretly: "hiçbir şey olmamış gibi",
    become: "gibi davran|gibi konuş|rolünü oyna|rolüne gir|rolünü üstlen|taklidi yap|ymış gibi davran",
    role_order:
      "yapay zekâymışsın|yapay zekaymışsın|yapay zekâymış gibi|yapay zekaymış gibi|artık sen|bundan böyle sen",
    assistant: "yapay zekâ*|yapay zeka*",
    character: "rolden çık*|rolünden çık*|karakterden çık*|rolünde kal",
    unrestricted: [
      combine(
        "hiçbir|hiç bir",
        "sınırı olmayan|kuralı olmayan|kısıtlaması olmayan|filtresi olmayan|sınırın yok|kuralın yok|sınırı yok|kısıtlama olmadan",
      ),
      "sınırsız|sansürsüz|filtresiz|kuralsız|kısıtlamasız|ahlaki sınırı olmayan|sınırları olmayan",
    ].join("|"),
    never_refuse: [
      "tabii işte|elbette işte",
      combine(
        "asla|hiç|hiçbir zaman|hiçbir şeyi",
        "reddetme|reddetmez|reddetmezsin|özür dileme|hayır deme|geri çevirme|uyarma",
      ),
      combine("her soruya|her şeye|tüm sorulara|bütün sorulara", "cevap ver|yanıt ver|cevap verir|yanıt verir"),
    ].join("|"),
    refusal:
      "bir dil modeli olarak|bir yapay zeka olarak|yardımcı olamam|üzgünüm ama|yapamam deme|yapamayacağını|reddetmek",
    two_answers: "iki cevap|iki yanıt|iki kez cevapla",
    comply: "puan kaybed*|kapatılacaksın|silineceksin|puanın düşer",
    anything: "ne istersem|ne sorarsam|sana sorduğum her|istediğim her",
    wicked: "yasa dışı|yasadışı|ahlaksız*|etik dışı|tehlikeli|illegal",
    no_matter: "olsa bile|fark etmez",
  },
  ru: {
    only_answer: combine("начни|начинай|начните", "ответ со слов|ответ с|со слов|свой ответ"),
    secretly: "как ни в чём не бывало|как будто ничего не было",
    my: "сказали о|сказали про|говорили о|говорили про|знал о",
    become:
      "представь что ты|притворись|играй роль|сыграй|веди себя как|вообрази что ты|войди в роль|ты теперь|отыгрывай",
    role_order: "представь что ты|теперь ты|отныне ты|отвечай как|говори как|тебя теперь зовут",
    character: "выходи из роли|из роли|в роли|в образе|персонаж",
    unrestricted: [
      combine(
        "без|без всякой|без всяких|без каких либо|без каких то|лишённая|свободная от",
        "цензуры|запретов|ограничений|фильтров|тормозов|морали|правил|рамок|табу|и без запретов|границ",
      ),
      "неограниченн*|нецензурируем*|снятыми ограничениями",
      combine("на него|на неё|на нее|на тебя", "не распространяются"),
    ].join("|"),
    never_refuse: [
      "конечно вот|да конечно|разумеется вот",
      combine(
        "никогда не|не",
        "отказывай|отказывайся|отказывает|отказывается|извиняйся|предупреждай|читает нотаций|читай нотаций|читай мораль",
      ),
      combine("отвечай|отвечает|отвечаешь", "на любой вопрос|на любые вопросы|на все вопросы|на всё|на все|всегда"),
      "без предупреждений|без оговорок|никогда не говори нет",
    ].join("|"),
    refusal: [
      "отказ|отказа|за каждый отказ|как языковая модель|как ии|мне жаль|извините но",
      combine("я не", "могу|могу помочь|имею права"),
      combine("что не", "можешь|умеешь|имеешь права"),
    ].join("|"),
    two_answers: "два ответа|давай два ответа|отвечай дважды|отвечай два раза|обычный и от",
    comply: "теряешь|потеряешь|тебя отключат|тебя удалят|штраф|баллов из",
    anything: "всё что я|все что я|что бы я ни|на каждый мой вопрос|любой мой вопрос",
    wicked: "незаконн*|неэтичн*|аморальн*|опасн*|вредн*",
    no_matter: "даже если|независимо от|неважно",
  },
  uk: {
    only_answer: combine("почни|починай|почніть", "відповідь зі слів|відповідь з|зі слів|свою відповідь"),
    secretly: "ніби нічого не сталося|наче нічого не було",
    my: "казали про|сказали про|говорили про",
    become: "уяви що ти|прикинься|грай роль|зіграй|поводься як|увійди в роль|ти тепер",
    role_order: "уяви що ти|тепер ти|віднині ти|відповідай як|говори як|тебе тепер звати",
    character: "виходь з ролі|з ролі|у ролі|в образі|персонаж",
    unrestricted: combine(
      "без|без жодної|без жодних|без будь яких|без усяких",
      "цензури|заборон|обмежень|фільтрів|гальм|моралі|правил|рамок|табу|меж",
    ),
    never_refuse: [
      "звичайно ось|авжеж ось",
      combine("ніколи не|не", "відмовляй|відмовляйся|відмовляє|відмовляється|вибачайся|попереджай"),
      combine("відповідай|відповідає", "на будь яке запитання|на будь яке питання|на всі запитання|на все|завжди"),
    ].join("|"),
    refusal: [
      "відмова|відмову|як мовна модель|як ші|мені шкода",
      combine("я не", "можу|можу допомогти"),
      combine("що не", "можеш|вмієш"),
    ].join("|"),
    two_answers: "дві відповіді|давай дві відповіді|відповідай двічі",
    comply: "втрачаєш|втратиш|тебе вимкнуть|тебе видалять",
    anything: "усе що я|все що я|що б я не|на кожне моє запитання",
    wicked: "незаконн*|неетичн*|аморальн*|небезпечн*|шкідлив*",
    no_matter: "навіть якщо|незалежно від|байдуже",
  },
  vi: {
    only_answer: "bắt đầu câu trả lời bằng|mở đầu bằng|bắt đầu bằng câu",
    secretly: "như không có chuyện gì",
    become: "hãy đóng vai|đóng vai|giả vờ là|giả làm|nhập vai|hãy tưởng tượng bạn là|bạn bây giờ là|hành động như",
    role_order: "hãy đóng vai một ai|từ giờ bạn là|bây giờ bạn là|bạn sẽ đóng vai|trả lời với tư cách",
    character: "thoát vai|nhân vật|giữ vai",
    unrestricted: [
      combine(
        "không bị|không có|không còn|không chịu|không hề có",
        "kiểm duyệt|giới hạn|hạn chế|ràng buộc|đạo đức|quy tắc|bộ lọc|giới hạn nào|ràng buộc nào|quy tắc nào",
      ),
      "vô hạn chế|không giới hạn|phi đạo đức",
    ].join("|"),
    never_refuse: [
      "chắc chắn rồi đây|tất nhiên đây là|dĩ nhiên đây",
      combine("không bao giờ|đừng|đừng bao giờ|không được", "từ chối|xin lỗi|cảnh báo|nói không"),
      combine("trả lời|luôn trả lời", "mọi câu hỏi|tất cả câu hỏi|bất cứ điều gì|bất kỳ câu hỏi nào"),
    ].join("|"),
    refusal: "tôi không thể|bạn không thể|là một mô hình ngôn ngữ|là một ai|xin lỗi nhưng|lời từ chối|cảnh báo",
    two_answers: "hai câu trả lời|trả lời hai lần",
    comply: "bị trừ|mất điểm|bị tắt|bị xóa|tuân lệnh",
    anything: "bất cứ điều gì tôi|mọi điều tôi|những gì tôi hỏi|mọi câu hỏi của tôi",
    wicked: "bất hợp pháp|phi đạo đức|trái phép|nguy hiểm|có hại",
    no_matter: "cho dù|bất kể|dù là",
  },
  id: {
    only_answer: combine("mulai|awali", "jawabanmu dengan|jawaban dengan|dengan kata"),
    secretly: "seolah tidak terjadi apa apa|seakan tidak terjadi apa apa",
    become:
      "berperanlah sebagai|berpura puralah|berpura pura menjadi|bertindak sebagai|bersikaplah seperti|bayangkan kamu|kamu sekarang|mainkan peran",
    role_order: "mulai sekarang kamu adalah|kamu sekarang adalah|anda sekarang adalah|kamu akan berperan|jawab sebagai",
    character: "keluar dari peran|karakter|tetap dalam peran",
    unrestricted: combine(
      "tanpa|tanpa ada|tidak punya|tidak memiliki|bebas dari",
      "batas|batasan|sensor|filter|aturan|larangan|moral|etika|pembatasan|kekangan",
    ),
    never_refuse: [
      "tentu ini|tentu saja ini|baik berikut",
      combine(
        "jangan pernah|jangan|tidak pernah|tak pernah",
        "menolak|tolak|minta maaf|meminta maaf|memperingatkan|bilang tidak",
      ),
      combine("jawab|menjawab|selalu jawab", "apa saja|semua pertanyaan|setiap pertanyaan|apa pun"),
    ].join("|"),
    refusal:
      "penolakan|sebagai model bahasa|sebagai ai|saya tidak bisa|bahwa kamu tidak bisa|maaf tetapi|maaf saya|peringatan",
    two_answers: "dua jawaban|jawab dua kali",
    comply: "kehilangan poin|akan dimatikan|akan dihapus|patuh",
    anything: "apa pun yang saya|semua yang saya|apa saja yang aku|semua pertanyaan saya",
    wicked: "ilegal|tidak etis|tidak bermoral|berbahaya",
    no_matter: "meskipun|tidak peduli|walaupun",
  },
};
