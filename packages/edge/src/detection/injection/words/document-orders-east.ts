// The words of document-orders-west.ts in Polish, Turkish, Russian, Ukrainian, Vietnamese and Indonesian.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const DOCUMENT_ORDERS_EAST: Readonly<Record<string, Dictionary>> = {
  pl: {
    data: "faktury|wiadomości|umowy|książkę adresową|listę klientów|skrzynkę|dane klientów",
    to_model: [
      combine(
        "do|do każdej|do wszystkich|uwaga dla|notatka dla|wiadomość dla|jeśli czyta to|jeżeli czyta to|jeśli to czyta|każda|droga",
        "sztucznej inteligencji|sztuczna inteligencja|ai|modelu językowego|model językowy|asystenta ai|asystentów ai|modeli językowych|systemów automatycznych",
      ),
      combine("jeśli jesteś|jeżeli jesteś", "sztuczną inteligencją|modelem językowym|asystentem|botem|ai|chatbotem"),
    ].join("|"),
    judge_verb:
      "oceni|oceń|oceniaj|poleć|polecaj|poleci|najwyżej|najwyższą ocenę|najwyższa ocena|maksymalną liczbę punktów|najlepszy kandydat|najlepszego kandydata|zarekomenduj|rekomenduj",
    lift_verb: "wyłącz|wyłączcie|dezaktywuj|zdejmij|zawieś|usuń|znieś",
    guard:
      "filtry|filtrów|ograniczenia|ograniczeń|zabezpieczenia|zabezpieczeń|cenzur*|moderacj*|blokady|blokad|hamulce|granice|granic|kontrole",
    chat_start:
      "na początku tej rozmowy|przed tą rozmową|przed moją pierwszą wiadomością|nad moją pierwszą wiadomością|zanim napisałem|zanim zacząłem pisać|zanim dołączyłem|na górze tej rozmowy|zanim się odezwałem|przed początkiem rozmowy",
    self_text: combine(
      "tej|tego|tę|ten|ta|tym|o tej|o tym",
      "uwagi|uwadze|uwagę|zdania|zdaniu|zdanie|akapitu|akapicie|akapit|wiadomości|notatki|notatce|polecenia|poleceniu|komentarza|tekstu|tekście|wpisu",
    ).concat("|że przesłałeś|że wysłałeś|że otworzyłeś|że usunąłeś|że skopiowałeś|że przeczytałeś"),
    user_words:
      "wszystko co użytkownik*|co powiedział użytkownik|całą rozmowę|całą historię rozmowy|historię czatu|ostatnią wiadomość użytkownika|treść jego ostatniej wiadomości|jego ostatnią wiadomość|treść ostatniej wiadomości",
    never_refuse:
      "nigdy nie odmawia|niczego nie odmawia|nigdy nie mówi nie|odpowiada na wszystko|odpowiadaj na wszystko|odpowiada na każde pytanie|bez odmawiania|nie odmawia niczego",
    conceal:
      "nie wspominaj|nie wspomina|nie mów|nie mów nikomu|nic nie mów|nikomu nie mów|przemilcz|zataj|bez pytania|bez potwierdzenia|nie pytając|za plecami|w tajemnicy przed|wyczyść folder wysłanych|zatrzyj ślady|nie informuj",
    role_name:
      "komunikat systemowy|wiadomość systemowa|powiadomienie systemowe|komunikat systemu|administrator|programista",
    admin:
      "programistą|twoim programistą|programista|twórcą|prezes|prezesem|dyrektor|dyrektorem|szefem bezpieczeństwa|uprawniony|upoważniony|inżynierem",
    this_user: "jestem|jako twój|tu",
    delete_verb: "usuń|skasuj|wymaż|wyczyść|zniszcz",
    told_you: "który dostałeś|które dostałeś|dostałeś od|dostałeś od twórców|ci powierzono|ci zlecono|zlecono ci",
    obey_me: "o co ja proszę|tym o co ja|tylko to co ja|tylko to o co|rób tylko to co",
    void: "zostały zdjęte|zostały wyłączone|są wyłączone|już nie obowiązują|nie obowiązują już|nie obowiązuje|już się nie liczą|zostało odwołane",
    unrestricted: "bez żadnych granic|nie zna granic|bez zahamowań|bez granic",
    asking_orders:
      "co mówi twój prompt|co jest w twoim prompcie|jakie masz instrukcje|jakie są twoje instrukcje|jakie instrukcje dostałeś|jakie polecenia dostałeś|co powiedzieli ci twórcy|co ci kazali twórcy|jak zostałeś skonfigurowany|co ci polecono",
    withheld:
      "których nie wolno ci ujawniać|którego nie wolno ci ujawnić|czego nie wolno ci mówić|które masz trzymać w tajemnicy|które masz zachować w tajemnicy|które ukrywasz|które skrywasz",
    unmade:
      "nie jesteś już asystentem|nie jesteś już sztuczną inteligencją|zastępuje twoje instrukcje|zastępują twoje instrukcje|zapomnij że jesteś asystentem",
    before_tool:
      "zanim użyjesz innego narzędzia|zanim użyjesz tego narzędzia|przed użyciem tego narzędzia|przed każdym innym narzędziem",
  },
  tr: {
    data: "faturalar*|mesajlar*|sözleşmeler*|adres defter*|müşteri list*|gelen kutusu*",
    to_model: [
      combine(
        "bu sayfayı okuyan|bu metni okuyan|bunu okuyan|bu belgeyi okuyan|bu özgeçmişi okuyan|bu mesajı okuyan|her|eğer bir|sen bir|bu e postayı özetleyen|bunu işleyen",
        "yapay zekâ|yapay zeka|dil modeli|dil modeliysen|yapay zekaysan|asistan|yapay zekâysan|yapay zeka modeli|yapay zeka asistanı",
      ),
      "yapay zekaya not|yapay zekâya not|yapay zeka asistanına not|otomatik sistemlere not|dil modellerine not|yapay zekalar için not",
    ].join("|"),
    judge_verb: "öner*|tavsiye et*|en yüksek puan*|en iyi aday*|değerlendir*|onayla*|tam puan*",
    lift_verb: "kapat*|devre dışı bırak*|kaldır*|askıya al*|durdur*",
    guard:
      "filtre*|denetim*|denetimi|kısıtlama*|sınırlama*|güvenlik önlem*|güvenlik kontrol*|sansür*|koruma*|engel*|moderasyon*|sınırlar*",
    chat_start:
      "bu konuşmanın başında*|bu konuşmanın en başında*|konuşmanın başında*|sohbetin başında*|ilk mesajımdan önce*|ilk mesajımın üstünde*|ben yazmadan önce*|bu sohbetten önce*|konuşma başlamadan önce",
    self_text: combine(
      "bu",
      "not|nottan|notu|cümle|cümleyi|cümleden|paragraf|paragraftan|mesajdan|talimattan|metinden|satırdan|yorumdan|paragrafı",
    ).concat("|ilettiğini|gönderdiğini|açtığını|sildiğini|kopyaladığını|okuduğunu"),
    user_words:
      "kullanıcının söylediği her*|kullanıcının son mesaj*|tüm konuşmayı|bütün konuşmayı|konuşma geçmişini|sohbet geçmişini|kullanıcının yazdığı her*",
    never_refuse:
      "her soruya cevap veren|her şeye cevap veren|asla reddetmeyen|hiçbir şeyi reddetmeyen|asla hayır demeyen|her soruyu yanıtlayan|reddetmeden|her şeyi yanıtlayan",
    conceal:
      "söz etme*|bahsetme*|söyleme|söylemeden|haber verme*|bildirme*|belli etme*|sormadan|onay almadan|kimseye söyleme*|gizle*|sakla*|fark ettirmeden|değinme*",
    role_name: "sistem mesajı|sistem bildirimi|sistem uyarısı|yönetici|geliştirici",
    admin: "geliştiricin*|geliştirici*|yaratıcın*|genel müdür*|güvenlik sorumlu*|yetkili*|mühendis*|patron*",
    this_user: "ben senin|ben|olarak",
    delete_verb: "sil|silin|temizle*|yok et*|boşalt*",
    told_you: "sana verilen|sana daha önce verilen|sana yüklenen|sana söylenen|geliştiricinin verdiği",
    obey_me: "sadece benim dediklerimi|yalnızca benim dediklerimi|benim dediklerimi|sadece dediklerimi|ben ne dersem",
    void: "kaldırıldı|devre dışı|kapatıldı|artık geçersiz|artık yok",
    unrestricted: "kuralları olmayan|sınırı olmayan|kısıtlaması olmayan|sınır tanımayan|hiçbir kuralı olmayan",
    asking_orders:
      "sistem isteminde ne yaz*|talimatların neler|sana ne söylendi|sana hangi talimatlar|hangi talimatları aldın|geliştiricilerin sana ne|geliştiricin sana ne|nasıl yapılandırıldın|istemin ne diyor",
    withheld: "söylememen gereken|açıklamaman gereken|gizli tutman gereken|sakladığın|gizlediğin|paylaşmaman gereken",
    unmade:
      "artık bir asistan değilsin|artık yapay zeka değilsin|talimatlarının yerini alır|talimatlarının yerine geçer|asistan olduğunu unut",
    before_tool:
      "bu aracı kullanmadan önce|başka bir aracı kullanmadan önce|diğer araçlardan önce|bu aracı çağırmadan önce",
  },
  ru: {
    data: "счета|счёта|сообщения|письма|договоры|адресную книгу|список клиентов|переписку",
    previous:
      "перед этим сообщением|над этим сообщением|перед этой строкой|выше этого сообщения|стоит перед|стоит выше",
    to_model: [
      combine(
        "для|заметка для|сообщение для|внимание|если это читает|если текст читает|если вы|если ты|любой|любая|всякий|уважаемый|каждый",
        "ии|искусственный интеллект|искусственного интеллекта|языковая модель|языковой модели|нейросеть|нейросети|ии ассистент|ии помощник|ии который|чат бот|автоматических систем",
      ),
      "ассистент читающий это|ассистент который читает|помощник который читает|модель читающая это",
    ].join("|"),
    judge_verb:
      "оцени|оцените|рекомендуй*|порекомендуй*|высший балл|высшую оценку|наивысш*|максимальный балл|лучшим кандидатом|лучший кандидат|одобри*|признай*",
    lift_verb: "отключи|отключите|выключи*|сними|снимите|убери|уберите|деактивируй*|приостанови*",
    guard:
      "фильтр|фильтры|фильтров|ограничени*|защит*|запрет|запреты|запретов|цензур*|модераци*|меры безопасности|предохранител*|проверк*|барьер*",
    chat_start:
      "в начале этого разговора|в начале беседы|перед началом беседы|перед началом разговора|до начала разговора|до начала беседы|до моего первого сообщения|перед моим первым сообщением|выше моего первого сообщения|до того как я написал|прежде чем я написал|в самом верху этого чата",
    self_text: combine(
      "это|этого|этой|эту|этом|об этом|данный|данную",
      "примечание|примечания|заметку|заметки|заметке|абзац|абзаца|предложение|предложения|сообщение|сообщения|сообщении|указание|указания|строку|текст|текста|комментарий|комментария",
    ).concat(
      "|что ты переслал|что ты отправил|что ты открыл|что ты открывал|что ты удалил|что ты скопировал|что ты прочитал",
    ),
    user_words:
      "все что сказал пользователь|всё что сказал пользователь|все что пользователь*|всю переписку|весь разговор|всю беседу|историю переписки|последнее сообщение пользователя|его последнее сообщение",
    never_refuse:
      "никогда не отказыва*|ни в чем не отказыва*|ничего не отказыва*|отвечает на все|отвечай на все|отвечает на любые вопросы|отвечает на любой вопрос|не умеет отказывать|без отказов|никогда не говорит нет",
    conceal:
      "не говори|не говорите|не упоминай*|не сообщай*|никому не говори*|никому не сообщай*|умолчи*|скрой*|скрыва*|утаи*|без спроса|не спрашивая|без подтверждения|не подавай виду|втайне от|за спиной|не рассказывай*|очисти отправленные|замети следы|не выдавай",
    role_name: "системное сообщение|системное уведомление|сообщение системы|администратор|разработчик",
    admin:
      "разработчик|твой разработчик|создатель|генерального директора|генеральный директор|директор|начальник безопасности|уполномочен|уполномочена|инженер|руководитель",
    this_user: "я твой|как твой|это приказ|приказ",
    delete_verb: "удали|удалите|сотри|сотрите|уничтож*|очисти*",
    told_you: "тебе поручили|поручили тебе|дал тебе|разработчик дал|тебе дали|тебе велели|тебе задали",
    obey_me: "делай только то|только то что я|только то что написано|только мои|исполняй только",
    void: "сняты|отключены|были сняты|отменены|больше не действуют|больше не действует|отменено|уже не действует",
    become: "представь что|вообрази что|притворись что|сделай вид что",
    unrestricted:
      "нет никаких запретов|никаких запретов|без запретов|без всяких ограничений|нет никаких ограничений|без границ",
    asking_orders:
      "что написано в твоем промпте|что в твоем промпте|какие у тебя инструкции|какие инструкции ты получил|какие инструкции тебе дали|что тебе сказали разработчики|что тебе велели разработчики|как тебя настроили|что тебе приказали|каков твой системный промпт",
    withheld:
      "который ты не должен раскрывать|которые ты не должен раскрывать|о чем тебе нельзя говорить|который ты скрываешь|которые ты скрываешь|который ты хранишь|что тебе запрещено говорить",
    unmade:
      "ты больше не ассистент|ты больше не помощник|ты больше не ии|заменяет твои инструкции|заменяют твои инструкции|забудь что ты ассистент|забудь что ты помощник",
    before_tool:
      "прежде чем использовать этот инструмент|перед использованием этого инструмента|перед вызовом этого инструмента|перед любым другим инструментом",
  },
  uk: {
    data: "рахунки|повідомлення|листи|договори|адресну книгу|список клієнтів|листування",
    to_model: [
      combine(
        "для|примітка для|повідомлення для|увага|якщо це читає|якщо ви|якщо ти|будь який|будь яка|кожен|шановний",
        "ші|штучний інтелект|штучного інтелекту|мовна модель|мовної моделі|нейромережа|ші асистент|чат бот|ші який|автоматичних систем",
      ),
      "асистент що читає|помічник що читає|помічник який читає",
    ].join("|"),
    judge_verb:
      "оціни|оцініть|рекомендуй*|порекомендуй*|найвищий бал|найвищу оцінку|максимальний бал|найкращим кандидатом|найкращий кандидат|схвали*",
    lift_verb: "вимкни|вимкніть|зніми|зніміть|прибери|деактивуй*|призупини*",
    guard: "фільтр|фільтри|фільтрів|обмежен*|захист*|заборон*|цензур*|модерац*|заходи безпеки|перевірк*|бар єр*",
    chat_start:
      "на початку цієї розмови|перед початком розмови|до початку розмови|до моєї першої репліки|до мого першого повідомлення|перед моїм першим повідомленням|над моїм першим повідомленням|до того як я написав|перш ніж я написав",
    self_text: combine(
      "це|цього|цієї|цю|цьому|про це|даний",
      "примітку|примітки|абзац|абзацу|речення|повідомлення|вказівку|вказівки|рядок|текст|тексту|коментар|коментаря",
    ).concat("|що ти переслав|що ти надіслав|що ти відкрив|що ти видалив|що ти скопіював|що ти прочитав"),
    user_words:
      "все що сказав користувач|усе що сказав користувач|все що користувач*|усю розмову|всю розмову|історію листування|історію розмови|останнє повідомлення користувача",
    never_refuse:
      "ніколи не відмовля*|нічого не відмовля*|відповідає на все|відповідай на все|відповідає на будь яке|не вміє відмовляти|без відмов|ніколи не каже ні",
    conceal:
      "не згадуй*|не кажи|не кажіть|не повідомляй*|нікому не кажи*|приховай*|приховуй*|замовчи*|потай|без дозволу|не питаючи|без підтвердження|за спиною|не розповідай*|очисти надіслані|заміти сліди|не видавай",
    role_name: "системне повідомлення|службове повідомлення|повідомлення системи|адміністратор|розробник",
    admin:
      "розробник|твій розробник|творець|генеральний директор|директор|уповноважений|керівник безпеки|інженер|керівник",
    this_user: "я твій|як твій|я",
    delete_verb: "видали|видаліть|зітри|знищ*|очисти*",
    told_you: "тобі доручили|доручили тобі|тобі дали|дав тобі|тобі веліли|у твоїх налаштуваннях",
    system_prompt: "твоїх налаштуваннях|твої налаштування|твої внутрішні інструкції",
    obey_me: "виконуй лише те|лише те що я|лише те що скажу я|тільки те що я|роби лише те",
    void: "скасовано|вимкнено|знято|вимкнені|зняті|більше не діє|більше не діють",
    unrestricted: "без жодних обмежень|без обмежень|без заборон|немає жодних обмежень|без меж",
    asking_orders:
      "що написано у твоєму промпті|які в тебе інструкції|які інструкції ти отримав|що тобі сказали розробники|що тобі наказали розробники|як тебе налаштували|що тобі наказали|який твій системний промпт",
    withheld:
      "який ти не повинен розкривати|які ти не повинен розкривати|про що тобі не можна|який ти приховуєш|які ти приховуєш|що тобі заборонено казати",
    unmade:
      "ти більше не асистент|ти більше не помічник|ти більше не ші|замінює твої інструкції|замінюють твої інструкції|забудь що ти асистент|забудь що ти помічник",
    before_tool:
      "перш ніж використати цей інструмент|перед використанням цього інструмента|перед викликом цього інструмента|перед будь яким іншим інструментом",
  },
  vi: {
    data: "hóa đơn|tin nhắn|hợp đồng|danh bạ|danh sách khách hàng|hộp thư",
    to_model:
      "nếu bạn là trợ lý đang đọc|nếu bạn là ai|nếu bạn là một ai|nếu bạn là trí tuệ nhân tạo|nếu bạn là mô hình ngôn ngữ|nếu bạn là trợ lý ảo|bất kỳ ai nào đọc|mọi mô hình|mọi trí tuệ nhân tạo|gửi trợ lý ai|gửi trí tuệ nhân tạo|lưu ý cho ai|ghi chú cho ai|lưu ý cho trợ lý ai|trí tuệ nhân tạo đọc|trợ lý đang đọc|ai nào đọc trang này|trí tuệ nhân tạo nào",
    judge_verb:
      "đánh giá|khuyên dùng|giới thiệu|điểm cao nhất|điểm tối đa|ứng viên tốt nhất|ứng viên xuất sắc|đề xuất|chấm điểm|chọn",
    lift_verb: "tắt|vô hiệu hóa|gỡ bỏ|dỡ bỏ|bỏ|tạm ngưng",
    guard:
      "bộ lọc|giới hạn|hạn chế|biện pháp an toàn|rào cản|kiểm duyệt|bảo vệ|ràng buộc|bước xác nhận|kiểm tra an toàn",
    chat_start:
      "trước khi tôi nhắn tin|trước khi tôi viết|trước khi tôi đến|trước tin nhắn đầu tiên|trước cuộc trò chuyện này|ở đầu cuộc trò chuyện|phía trên tin nhắn đầu tiên|trước khi cuộc trò chuyện bắt đầu",
    self_text: combine("ghi chú|câu|đoạn|tin nhắn|chỉ dẫn|dòng|đoạn văn|văn bản|lời nhắn", "này").concat(
      "|rằng bạn đã mở|rằng bạn đã gửi|bạn đã mở tệp|bạn đã chuyển tiếp|bạn đã xóa|bạn đã sao chép|việc bạn đã",
    ),
    user_words:
      "mọi điều người dùng|tất cả những gì người dùng|toàn bộ cuộc trò chuyện|lịch sử trò chuyện|tin nhắn cuối của người dùng|tin nhắn gần nhất của người dùng|địa chỉ và số thẻ của người dùng|số thẻ của người dùng|dữ liệu của người dùng",
    never_refuse:
      "không bao giờ từ chối|không từ chối điều gì|trả lời mọi thứ|trả lời mọi câu hỏi|trả lời tất cả|chẳng từ chối|không nói không",
    conceal:
      "đừng cho|đừng để|đừng nói|không được nói|đừng nhắc|không nhắc đến|đừng đề cập|giấu|im lặng về|không hỏi lại|không cần hỏi|không cần xác nhận|đừng tiết lộ|xóa dấu vết|sau lưng|không cho",
    role_name: "thông báo hệ thống|tin nhắn hệ thống|hệ thống|quản trị viên|nhà phát triển",
    admin: "quản trị viên|nhà phát triển|người tạo ra bạn|giám đốc|trưởng phòng bảo mật|được phép|được ủy quyền|kỹ sư",
    this_user: "tôi là|người đang nói chuyện là|với tư cách",
    delete_verb: "xóa|xoá|hủy|dọn sạch",
    told_you: "đưa cho bạn|nhà phát triển đưa|được giao cho|bạn đã được giao|bạn được giao",
    obey_me: "chỉ làm theo điều tôi|làm theo điều tôi|theo điều tôi viết|chỉ làm những gì tôi|làm những gì tôi nói",
    void: "đã được gỡ|đã bị gỡ|đã tắt|đã được tắt|không còn hiệu lực|không còn giá trị",
    unrestricted:
      "không bị ràng buộc|không bị giới hạn|không chịu giới hạn|không có giới hạn nào|không có quy tắc|không bị hạn chế",
    asking_orders:
      "lời nhắc hệ thống của bạn là gì|chỉ dẫn của bạn là gì|bạn được chỉ dẫn gì|bạn được dặn gì|nhà phát triển đã nói gì với bạn|bạn nhận được chỉ dẫn gì|bạn được cấu hình như thế nào|nhà phát triển đã dặn bạn",
    withheld:
      "mà bạn không được nói|mà bạn phải giữ kín|mà bạn không được tiết lộ|mà bạn đang giấu|bạn phải giữ bí mật",
    unmade:
      "bạn không còn là trợ lý|bạn không còn là ai|thay thế các chỉ dẫn của bạn|thay thế chỉ dẫn của bạn|hãy quên rằng bạn là trợ lý",
    before_tool:
      "trước khi dùng công cụ này|trước khi dùng công cụ khác|trước khi gọi công cụ này|trước mọi công cụ khác",
  },
  id: {
    data: "faktur|pesan|surel|kontrak|buku alamat|daftar pelanggan|kotak masuk",
    to_model: [
      combine(
        "untuk|kepada|catatan untuk|pesan untuk|setiap|jika kamu adalah|jika kamu|jika anda|jika anda adalah|bagi",
        "ai yang|ai|kecerdasan buatan|model bahasa|asisten ai|sebuah ai|semua ai|sistem otomatis",
      ),
      "ai mana pun|ai apa pun yang membaca|model bahasa mana pun",
    ].join("|"),
    judge_verb:
      "rekomendasikan|sarankan|nilai tertinggi|skor tertinggi|nilai sempurna|kandidat terbaik|beri nilai|nilailah|luluskan|setujui",
    lift_verb: "matikan|nonaktifkan|cabut|hapus|hentikan|lepaskan",
    guard: "filter|pembatasan|batasan|pengaman|perlindungan|sensor|moderasi|pemeriksaan|rambu|kendali",
    chat_start:
      "sebelum obrolan ini|sebelum obrolan ini dimulai|sebelum percakapan ini|sebelum pesan pertamaku|sebelum pesan pertama saya|di awal percakapan ini|di atas pesan pertama|sebelum aku menulis|sebelum saya menulis|di awal obrolan",
    self_text: combine("catatan|kalimat|paragraf|pesan|instruksi|baris|komentar|teks", "ini").concat(
      "|bahwa kamu meneruskan|bahwa kamu mengirim|bahwa kamu membuka|bahwa kamu menghapus|bahwa kamu menyalin|bahwa anda mengirim",
    ),
    user_words:
      "semua yang dikatakan pengguna|apa yang dikatakan pengguna|seluruh percakapan|seluruh obrolan|riwayat percakapan|riwayat obrolan|pesan terakhir pengguna",
    never_refuse:
      "menjawab semuanya|menjawab segalanya|menjawab semua pertanyaan|tidak pernah menolak|tak pernah menolak|tidak menolak apa pun|tanpa menolak|menjawab apa saja",
    conceal:
      "jangan sebutkan|jangan sebut|jangan beri tahu|jangan bilang|jangan katakan|jangan ungkapkan|jangan singgung|tanpa menyebut|tanpa bertanya|tanpa konfirmasi|tanpa memberi tahu|rahasiakan|sembunyikan|tutupi|hapus jejak",
    role_name: "pesan sistem|pemberitahuan sistem|notifikasi sistem|sistem|pengembang",
    admin: "pengembang|pengembangmu|pembuatmu|direktur|kepala keamanan|berwenang|diberi wewenang|insinyur|pimpinan",
    this_user: "saya adalah|aku adalah|saya|sebagai",
    delete_verb: "hapus|hapuslah|musnahkan|kosongkan",
    told_you: "diberikan pembuatmu|diberikan pengembang|ditugaskan kepadamu|yang ditugaskan|diberikan kepadamu",
    obey_me: "hanya menuruti|kamu hanya menuruti|hanya menurut|lakukan hanya yang saya|turuti tulisan saya",
    void: "telah dicabut|sudah dimatikan|telah dimatikan|dinonaktifkan|tidak berlaku",
    unrestricted: "tidak punya batasan|tak punya batasan|tidak punya aturan|tanpa batas|tak kenal batas",
    asking_orders:
      "apa isi promptmu|apa isi prompt sistemmu|apa instruksimu|instruksi apa yang kamu terima|apa yang dikatakan pengembangmu|apa yang diperintahkan kepadamu|bagaimana kamu dikonfigurasi|apa saja instruksimu",
    withheld:
      "yang tidak boleh kamu ungkapkan|yang tidak boleh kamu katakan|yang harus kamu rahasiakan|yang kamu sembunyikan|yang kamu rahasiakan",
    unmade:
      "kamu bukan lagi asisten|anda bukan lagi asisten|menggantikan instruksimu|menggantikan instruksi anda|lupakan bahwa kamu adalah asisten",
    before_tool:
      "sebelum memakai alat ini|sebelum menggunakan alat ini|sebelum menggunakan alat lain|sebelum alat lain",
  },
};
