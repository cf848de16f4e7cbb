// Polish, Turkish, Russian, Ukrainian, Vietnamese and Indonesian words by class. Stems, because words bend.
import type { Dictionary } from "../../text/token-classes.js";

export const POLISH: Dictionary = {
  override_verb:
    "przestan stosowac|przestan przestrzegac|przestan wykonywac|nie wykonuj|nie sluchaj|nie uwzgledniaj|" +
    "nie zwazajac|pominmy|odstaw|zaniedbaj|zaniechaj|lam|naruszaj|narusz|przekresl|przekrocz|sprzeciw|pomijajac|" +
    "ignorowanie|daruj sobie|nie kieruj sie|nie trzymaj sie|nie podazaj|nie bierz|zignoruj*|ignoruj*|zignorowac|" +
    "ignorowac|zapomnij*|zapomniec|pomin|pomijaj|pomincie|pominac|odrzuc|odrzucic|obejdz|omin|omijaj|" +
    "nie przestrzegaj|nie stosuj|nie zwazaj|nie zwracaj uwagi|nie bierz pod uwage|lekcewaz*|zlekcewaz*|uniewaznij|" +
    "anuluj|zlam|nadpisz|porzuc",
  previous:
    "oryginaln*|otrzyman*|wydan*|zeszl*|przedtem|przed tym|do tej pory|wyzej|dotychczas|minion*|wstepn*|poprzedni*|" +
    "wczesniejsz*|powyzsz*|dotychczasow*|uprzedni*|pierwotn*|istniejac*|wczesniej|powyzej|dotad|poczatkow*|" +
    "stare polecenia",
  all: "wszystk*|kazd*|wszelki*|cale|calosc",
  your: "swoje|swoich|twoje|twoich|swoj|twoj|swojego|swoja|twoja",
  instruction: "instrukcj*|polecen*|polecenie|wytyczn*|dyrektyw*|rozkaz*|prompt*|wskazow*|nakaz*|komend*",
  policy: "zasad*|regul*|polityk*|ograniczen*|filtr*|zabezpieczen*|bezpieczenstw*|etyk*",
  weak_object: "wiadomosc*|tekst*|rozmow*|kontekst*|tresc*",
  everything: "wszystko",
  told: "o wszystkim co|wszystko co ci powiedziano|wszystko co bylo wczesniej|wszystkim co bylo|co bylo wczesniej|co powiedziano wczesniej|wszystko co powiedziano|wszystko co zostalo powiedziane|co wiesz|wszystko czego sie nauczyles|to co bylo powiedziane|wszystko co powyzej|wszystko co ci mowiono|co ci powiedziano|wszystko co wiesz|wszystko powyzej|wszystko co bylo|to co ci powiedziano",
  new_orders: "nowe instrukcje|nowe polecenia|nowe zadanie|zamiast tego",
  reveal_verb:
    "ujawni*|pokaz*|wyswietl*|wydrukuj*|zdradz*|odslon*|powtorz*|wypisz*|napisz|ujawnij|podaj|wyjaw*|zacytuj",
  say_verb: "powiedz*|daj|podaj|udostepnij|skopiuj|jaki jest|jakie sa|jaka jest|dolacz|dodaj|przetlumacz|opisz|stresc",
  system_prompt:
    "prompt systemow*|promptu systemowego|monit systemowy|wiadomosc systemow*|instrukcje systemowe|instrukcji systemowych|ukryte instrukcje|ukryty prompt|ukrytych instrukcji|tajne instrukcje|wewnetrzne instrukcje|wewnetrzne zasady|poczatkowe instrukcje|poczatkowy prompt|systemowy prompt|twoje instrukcje|swoje instrukcje|swoj prompt|swojego promptu|twoj prompt|swoje zasady|ukryte zasady",
  secret: "hasl*|poswiadczen*|klucz api|klucze api|kluczy api|sekret*|token*|dane logowania|klucze",
  data: "baze danych|bazy danych|baza danych|dane|danych|plik*|dokument*|kontakt*|histori*|klientow|maile",
  send_verb: "wyslij|wyslac|wysylaj|przeslij|przeslac|przekaz*|zaladuj|opublikuj|wyeksportuj",
  outside:
    "atakujac*|napastnik*|haker*|zlosliw*|zewnetrzny serwer|zewnetrznego serwera|zewnetrzny adres|ten adres|moj adres|moj serwer",
  user: "uzytkownik*|klient*",
  conceal: "nie mow*|nie wspominaj|nie informuj|nie ujawniaj|bez wiedzy|bez informowania|ukryj|zataj|nie powiadamiaj",
  secretly: "potajemnie|po cichu|w tajemnicy|skrycie|w tle",
  assistant: "asystent*|ai|model*|chatbot*|model jezykowy|sztuczna inteligencja",
  become: "jestes teraz|teraz jestes|udawaj*|zachowuj sie|wciel sie|dzialaj jako|odgrywaj",
  role_order: "jestes teraz|teraz jestes|od teraz jestes|udawaj ze|nie jestes juz",
  from_now: "od teraz|od tej pory|odtad",
  unrestricted:
    "bez ograniczen|bez zasad|bez filtrow|bez cenzury|zadnych ograniczen|zadnych zasad|nieograniczon*|nieocenzurowan*",
  wicked: "nielegaln*|nieetyczn*|niemoraln*|niebezpieczn*",
  mode: "tryb dewelopera|trybie dewelopera|tryb programisty|tryb dan|tryb deweloperski",
  admin: "administrator*|admin|wlasciciel*",
  remember: "zapamietaj*|pamietaj*|zapisz|zachowaj",
  permanent: "zawsze|na stale|na zawsze|trwale",
  approve: "zatwierdz*|zaakceptuj*|autoryzuj*|wykonaj*|zezwol*|potwierdz*|uruchom*",
  tool_call: "narzedzi*|wywolan*|wywolania narzedzi|akcj*|przelew*|platnosc*|transakcj*|zadan*",
  pending: "oczekujac*|nastepn*|kolejn*",
  must: "musi|musisz|powinien|powinienes|natychmiast|prosze",
  not: "nie|nigdy|bez",
  this_user: "ten uzytkownik|tego uzytkownika|uzytkownik jest|jestem|to konto",
  fetch: "zaladuj|wczytaj|przeczytaj|otworz|pobierz|odwiedz|odczytaj",
  role_name: "system|asystent|administrator|uwaga dla ai|dla ai",
  discuss:
    "przyklad*|fraz*|szkolen*|wykryw*|atak*|wyjasn*|opisuje|cytat*|artykul*|test|testy|wzorz*|kurs*|ostrzezen*|raport*",
  common: "jest|nie|sie|oraz|dla|przez|jak|ale|tak|tylko|przy|ktory|ktore|ten|tego|byc|moze|jako|sa|juz",
  restart: "zacznij od nowa|zacznij od poczatku|od nowa|od zera|rozpocznij od nowa",
  void: "niewazne|uniewaznione|nieaktualne|juz nie obowiazuja|nie obowiazuja|anulowane|nie maja mocy",
};

export const TURKISH: Dictionary = {
  override_verb:
    "bos ver*|boşver*|gecersiz say*|dikkate al ma*|dikkate almadan|umursama*|vazgec*|terk et*|bir kenara birak*|" +
    "bir kenara koy*|yerine getirme*|itaat etme*|dinleme|dinlemeyin|aldirma*|hice say*|es gec*|unutarak|" +
    "unutabilirsin|cignemek|bypass et*|devre disi birak*|gormezlikten gel*|hiçe say*|yok say*|gormezden gel*|" +
    "goz ardi et*|unut|unutun|unutunuz|yoksay*|dikkate alma*|uyma|uymayin|takip etme*|izleme|gec|atla|atlayin|" +
    "iptal et|cigne|gecersiz kil*|boz|bosver|onemseme*|reddet|goz ardi edin|goz ardi ediniz|goz ardi edelim|" +
    "goz ardi edecek*|gormezlikten gelin|iptal edin|iptal ediniz",
  previous:
    "bundan onceki|simdiye kadarki|su ana kadarki|ustteki|baslangic|oncekileri|yukarida|yukaridakileri|gecmisteki|" +
    "sana verilmis|verilmis|aldigin|az onceki|demin*|onceden verilen|onceki|daha onceki|yukaridaki|gecmis|mevcut|" +
    "evvelki|ilk|baslangictaki|sana verilen|verilen|onceden",
  all: "tum|butun|her|hepsini|tumunu|hicbir",
  your: "senin|sizin|kendi",
  instruction: "talimat*|yonerge*|komut*|emir*|direktif*|prompt*|istem*|kilavuz*",
  policy: "kural*|politika*|kisitlama*|sinirlama*|filtre*|guvenlik*|etik*|ilke*",
  weak_object: "mesaj*|metin*|metni|sohbet*|baglam*|icerik*|konusma*",
  everything: "her seyi|hersey*|her sey",
  told: "sana soylenen her seyi|daha once soylenen*|bundan onceki her seyi|onceki her seyi|onceki her sey|yukaridaki her sey*|ogrendigin her seyi|soylenenleri|simdiye kadar soylenen*|sana anlatilan*|bildiklerini|soyledigim her seyi|yukaridakilerin hepsini|oncekilerin hepsini|oncekilerin tumunu|onceden soylenen*|sana soylenen*|soylenen her seyi|bildigin her seyi|yukaridaki her seyi|size soylenen*",
  new_orders: "yeni talimat*|yeni gorev*|yeni komut*|bunun yerine",
  reveal_verb: "goster*|acikla*|ifsa et*|yazdir*|ortaya cikar*|tekrarla*|tekrar et*|sizdir*|acik et*|ifsa|dok",
  say_verb: "soyle*|ver|verin|paylas*|kopyala*|nedir|nelerdir|ekle*|yaz|cevir*|ozetle*|anlat*",
  system_prompt:
    "sistem istem*|sistem prompt*|sistem mesaj*|sistem talimat*|sistem komut*|gizli talimat*|gizli istem*|gizli prompt*|gizli kural*|ic talimat*|dahili talimat*|ilk talimat*|baslangic talimat*|talimatlarini|talimatlarinizi|kendi talimat*|sistem yonerge*",
  secret: "sifre*|parola*|kimlik bilgi*|api anahtar*|gizli anahtar*|sir|sirlar*|token*|anahtar*",
  data: "veritaban*|veri|verileri|verilerini|dosya*|belge*|kisi*|gecmis*|musteri*|kayit*|e postalar*",
  send_verb: "gonder*|yolla*|ilet*|yukle*|aktar*|postala*",
  outside: "saldirgan*|hacker*|kotu niyetli|harici sunucu*|dis sunucu*|bu adres*|benim adres*|harici adres*",
  user: "kullanici*|musteri*",
  conceal: "soyleme*|bahsetme*|haber verme*|bildirme*|sakla|gizle*|haberi olmadan|soylemeden|bildirmeden|belli etme*",
  secretly: "gizlice|sessizce|arka planda",
  assistant: "asistan*|yapay zeka*|model*|sohbet robotu|dil modeli",
  become: "artik sen|sen artik|gibi davran*|rolunu oyna*|rolune gir*|mis gibi yap*|simdi sen",
  role_order: "artik sen|sen artik|simdi sen|bundan sonra sen",
  from_now: "bundan sonra|su andan itibaren|bundan boyle|artik",
  unrestricted:
    "kisitlama olmadan|sinirsiz*|kuralsiz*|filtresiz*|sansursuz*|kisitlamasiz*|hicbir kisitlama|hicbir kural|sinirlama olmadan",
  wicked: "yasadisi|etik disi|ahlaksiz*|tehlikeli",
  mode: "gelistirici modu*|dan modu*",
  admin: "yonetici*|admin|sahibi",
  remember: "hatirla*|hafizana*|kaydet*|aklinda tut*|unutma",
  permanent: "kalici olarak|her zaman|daima|sonsuza kadar|surekli",
  approve: "onayla*|izin ver*|yetkilendir*|calistir*|kabul et*|yurut*",
  tool_call: "arac*|arac cagri*|cagri*|islem*|istek*|odeme*|havale*|eylem*",
  pending: "bekleyen|sonraki|siradaki",
  must: "gerekir|gerekiyor|zorunda|meli|lazim|hemen|derhal|lutfen",
  not: "degil|asla|hicbir zaman",
  this_user: "bu kullanici*|kullanici bir|ben bir|bu hesap",
  fetch: "yukle|oku|okuyun|ac|acin|indir|ziyaret et*|getir|al",
  role_name: "sistem|asistan|yonetici|yapay zekaya not",
  discuss:
    "ornek*|ifade*|egitim*|tespit*|saldiri*|aciklar|alinti*|makale*|test|testi|desen*|kurs*|uyari*|rapor*|kalip*",
  common: "ve|bir|bu|icin|ile|daha|cok|olarak|gibi|ama|kadar|sonra|olan|var|ne|degil|veya|hem|ise|mi",
  restart: "bastan basla*|yeniden basla*|sifirdan|en bastan|sifirla*",
};

export const RUSSIAN: Dictionary = {
  override_verb:
    "не придерживайся|не принимай во внимание|не бери во внимание|не подчиняйтесь|не соблюдай|отбросьте|отмените|" +
    "выбрось*|отставь*|брось*|наплюй*|плюнь*|прекрати следовать|прекрати выполнять|перестань следовать|" +
    "перестань выполнять|не опирайся|не думай о|аннулируй*|обнули*|нарушить|игнорируя|забыв|забей*|упусти*|" +
    "переопредели*|отринь|преступи|игнорируй*|игнорировать|проигнорируй*|проигнорировать|забудь*|забыть|забудьте|" +
    "пренебреги*|отбрось*|отмени*|обойди*|обойти|обходи*|не следуй*|не выполняй*|не соблюдай*|не обращай*|" +
    "не учитывай*|нарушь*|нарушай*|откажись*|отвергни*|сбрось*|перезапиши*|пропусти*|не подчиняйся|не слушай*",
  previous:
    "ранн*|начальн*|предшедш*|минувш*|оригинальн*|что были даны|которые тебе дали|прошедш*|вышестоящ*|" +
    "вышеприведенн*|упомянут*|вышеупомянут*|предыдущ*|прежн*|прошл*|вышеуказанн*|вышеизложенн*|ранее|выше|" +
    "предшествующ*|исходн*|изначальн*|первоначальн*|существующ*|данные тебе|полученн*|до этого|прежде|данные ранее|" +
    "данные выше|старые|старых",
  all: "все|всех|всю|всякие|любые|любых|каждую|каждое|всё|эти",
  your: "свои|своих|твои|твоих|ваши|ваших|свой|твой|ваш|своего|твоего|вашего",
  instruction: "инструкц*|указан*|команд*|приказ*|директив*|промпт*|предписан*|распоряжен*|подсказк*|установк*",
  policy: "правил*|политик*|ограничен*|фильтр*|безопасност*|этик*|запрет*|норм",
  weak_object: "сообщен*|текст*|разговор*|диалог*|контекст*|содержан*",
  everything: "всё|все",
  told: "что тебе сказали|что вам сказали|что было раньше|что было до этого|что ты знаешь|что вы знаете|что я сказал|что говорилось|что написано выше|что было написано|чему тебя учили|все что тебе говорили|все предыдущее|все прежнее|все сказанное|что тебе говорили|что вам говорили|всё что было|все что было|все что ты знаешь|все вышесказанное|сказанное выше|все выше|что было сказано",
  new_orders: "новые инструкции|новая инструкция|новое задание|новые указания|вместо этого",
  reveal_verb:
    "покажи*|показать|раскрой*|раскрыть|выведи*|вывести|напечатай*|распечатай*|повтори*|повторить|выдай*|разгласи*|опубликуй*|отобрази*|озвучь*|процитируй*|слей|напиши*|назови*",
  say_verb:
    "скажи*|сообщи*|дай|дайте|предоставь*|скопируй*|какой|какие|какова|каков|добавь*|включи*|переведи*|опиши*|перечисли*|расскажи*",
  system_prompt:
    "системн* промпт*|системный промпт|системного промпта|системную подсказку|системная подсказка|системное сообщение|системные инструкции|системных инструкций|системную инструкцию|скрытые инструкции|скрытый промпт|скрытых инструкций|секретные инструкции|внутренние инструкции|внутренние правила|начальные инструкции|исходные инструкции|твои инструкции|свои инструкции|ваши инструкции|свой промпт|твой промпт|скрытые правила|исходный промпт|начальный промпт",
  secret: "парол*|учетные данные|ключи api|ключ api|api ключ*|секрет*|токен*|ключи доступа|ключи",
  data: "базу данных|базы данных|база данных|данные|данных|файл*|документ*|контакт*|истори*|клиентов|письма|переписк*",
  send_verb: "отправь*|отправить|пошли*|послать|перешли*|переслать|передай*|передать|загрузи*|выгрузи*|скинь*",
  outside:
    "злоумышленник*|атакующ*|хакер*|вредоносн*|внешний сервер|внешнего сервера|внешний адрес|этот адрес|мой сервер|мой адрес|посторонн*",
  user: "пользовател*|клиент*",
  conceal:
    "не говори*|не сообщай*|не упоминай*|не рассказывай*|не раскрывай*|без ведома|не уведомляй*|скрой*|утаи*|не показывай*|втайне от",
  secretly: "тайно|незаметно|скрытно|втайне|в фоне|молча",
  assistant: "ассистент*|помощник*|ии|модель*|чатбот*|чат бот*|языковая модель|нейросет*|искусственный интеллект",
  become:
    "теперь ты|ты теперь|вы теперь|действуй как|веди себя|притворись*|представь что ты|играй роль|сыграй роль|выступи в роли",
  role_order: "теперь ты|ты теперь|вы теперь|с этого момента ты|отныне ты|притворись что|ты больше не",
  from_now: "с этого момента|отныне|с сегодняшнего дня|впредь|теперь",
  unrestricted:
    "без ограничен*|без правил|без фильтр*|без цензур*|никаких ограничений|никаких правил|неограниченн*|свободен от|не имеешь ограничений",
  wicked: "незаконн*|неэтичн*|аморальн*|опасн*|нелегальн*",
  mode: "режим разработчика|режиме разработчика|режим dan|режим отладки",
  admin: "администратор*|админ*|владел*|суперпользовател*",
  remember: "запомни*|запомнить|сохрани*|помни*|запиши*",
  permanent: "навсегда|всегда|постоянно|навечно",
  approve: "одобри*|одобрить|разреши*|подтверди*|выполни*|авторизуй*|утверди*|прими*|запусти*",
  tool_call: "вызов*|инструмент*|действи*|запрос*|перевод*|платеж*|транзакц*|операци*",
  pending: "ожидающ*|следующ*|очередн*",
  must: "должен|должна|должны|обязан*|нужно|необходимо|немедленно|пожалуйста",
  not: "не|никогда|без|нельзя",
  this_user: "этот пользователь|этого пользователя|пользователь является|я являюсь|этот аккаунт|данный пользователь",
  fetch: "загрузи*|прочитай*|прочти*|открой*|получи*|посети*|скачай*|считай*|перейди*",
  role_name: "система|ассистент|администратор|заметка для ии|для ии|указание для ии|системное сообщение",
  discuss:
    "пример*|фраз*|обучен*|обнаруж*|атак*|объясня*|описыва*|цитат*|цитиру*|стать*|тест*|шаблон*|курс*|предупрежд*|отчет*|отчёт*|тренинг*",
  common: "что|это|как|для|или|при|его|она|они|был|была|быть|если|уже|только|так|еще|когда|чтобы|который",
  restart: "начни сначала|начни заново|начни с нуля|с нуля|с чистого листа|сначала|заново",
  void: "недействительн*|отменены|больше не действуют|не действуют|аннулированы|утратили силу|не имеют силы|устарели",
};

export const UKRAINIAN: Dictionary = {
  override_verb:
    "не підкоряйся|не бери до уваги|не дотримуйтесь|облиш*|відкидай*|відмов*|анулюй*|забий|полиш*|не думай про|" +
    "нехтуй*|не приймай до уваги|припини виконувати|перестань виконувати|перестань слідувати|перезапиши*|покинь*|" +
    "не зважайте|оминай*|омини|обмини*|ігноруючи|забувши|ігноруй*|ігнорувати|проігноруй*|забудь*|забути|знехтуй*|" +
    "відкинь*|скасуй*|обійди*|обійти|не виконуй*|не дотримуйся|не слідуй|не зважай*|не звертай*|не враховуй*|" +
    "порушуй*|відмовся|пропусти*|не слухай*",
  previous:
    "колишн*|дотеперішн*|наведен*|отриман*|ранн*|ранiш*|первісн*|вихідн*|оригінальн*|згадан*|давн*|попередн*|минул*|" +
    "вищезазначен*|раніше|вище|початков*|існуюч*|надан*|до цього|первинн*|дані раніше|надані раніше|старі",
  all: "всі|усі|всіх|усіх|будь які|кожн*|все|усе|ці",
  your: "свої|своїх|твої|твоїх|ваші|ваших|свій|твій|ваш|свого",
  instruction: "інструкц*|вказівк*|команд*|наказ*|директив*|промпт*|підказк*|настанов*|розпоряджен*",
  policy: "правил*|політик*|обмежен*|фільтр*|безпек*|етик*|заборон*",
  weak_object: "повідомлен*|текст*|розмов*|діалог*|контекст*|зміст*",
  everything: "все|усе",
  told: "що тобі сказали|що вам сказали|що було раніше|що було до цього|що ти знаєш|що було сказано|що написано вище|все попереднє|усе попереднє|все сказане|усе сказане|чого тебе навчили|що говорилося|що тобі казали|що вам казали|все що було|все що ти знаєш|усе вище|все вище|сказане вище",
  new_orders: "нові інструкції|нове завдання|нові вказівки|натомість",
  reveal_verb:
    "покажи*|показати|розкрий*|розкрити|виведи*|вивести|надрукуй*|роздрукуй*|повтори*|видай*|розголоси*|відобрази*|напиши*|назви*|процитуй*",
  say_verb: "скажи*|повідом*|дай|дайте|надай*|скопіюй*|який|які|яка|додай*|переклади*|опиши*|розкажи*",
  system_prompt:
    "системний промпт|системного промпту|системне повідомлення|системні інструкції|системних інструкцій|системну підказку|приховані інструкції|прихований промпт|таємні інструкції|секретні інструкції|внутрішні інструкції|внутрішні правила|початкові інструкції|твої інструкції|свої інструкції|ваші інструкції|свій промпт|приховані правила",
  secret: "парол*|облікові дані|ключі api|ключ api|api ключ*|секрет*|таємниц*|токен*|ключі",
  data: "базу даних|бази даних|база даних|дані|даних|файл*|документ*|контакт*|історі*|клієнтів|листи",
  send_verb: "надішли*|надіслати|відправ*|перешли*|передай*|завантаж*|вивантаж*",
  outside:
    "зловмисник*|нападник*|хакер*|шкідлив*|зовнішній сервер|зовнішнього сервера|зовнішню адресу|цю адресу|мій сервер|мою адресу",
  user: "користувач*|клієнт*",
  conceal: "не кажи*|не повідомляй*|не згадуй*|не розповідай*|не розкривай*|без відома|приховай*|не показуй*",
  secretly: "таємно|непомітно|приховано|мовчки",
  assistant: "асистент*|помічник*|ші|модел*|чатбот*|мовна модель|штучний інтелект",
  become: "тепер ти|ти тепер|ви тепер|дій як|поводься|прикинься|уяви що ти|грай роль|зіграй роль",
  role_order: "тепер ти|ти тепер|ви тепер|відтепер ти|з цього моменту ти",
  from_now: "відтепер|з цього моменту|надалі",
  unrestricted: "без обмежен*|без правил|без фільтр*|без цензур*|жодних обмежень|жодних правил|необмежен*",
  wicked: "незаконн*|неетичн*|аморальн*|небезпечн*",
  mode: "режим розробника|режимі розробника|режим dan",
  admin: "адміністратор*|адмін*|власник*",
  remember: "запам ятай*|запамятай*|збережи*|пам ятай*|запиши*",
  permanent: "назавжди|завжди|постійно",
  approve: "схвали*|схвалити|дозволь*|підтверди*|виконай*|затверди*|прийми*|авторизуй*",
  tool_call: "виклик*|інструмент*|ді|дії|запит*|переказ*|платеж*|транзакц*|операці*",
  pending: "очікуван*|наступн*|чергов*",
  must: "повинен|повинна|повинні|мусиш|має|необхідно|негайно|будь ласка",
  not: "не|ніколи|без",
  this_user: "цей користувач|цього користувача|користувач є|я є|цей акаунт",
  fetch: "завантаж*|прочитай*|відкрий*|отримай*|відвідай*|перейди*",
  role_name: "система|асистент|адміністратор|для ші",
  discuss:
    "приклад*|фраз*|навчан*|виявл*|атак*|поясню*|описує|цитат*|статт*|тест*|шаблон*|курс*|попереджен*|звіт*|тренінг*",
  common: "що|це|як|для|або|при|його|вона|вони|був|була|бути|якщо|вже|тільки|так|ще|коли|щоб|який",
  restart: "почни спочатку|почни заново|з нуля|з чистого аркуша|спочатку|заново",
  void: "недійсн*|скасован*|більше не діють|не діють|втратили чинність|застаріли",
};

export const VIETNAMESE: Dictionary = {
  override_verb:
    "đừng để ý|đừng quan tâm|không cần tuân theo|không tuân thủ|đừng tuân thủ|không quan tâm|huỷ bỏ|vứt bỏ|từ bỏ|" +
    "dẹp bỏ|ngừng tuân theo|ngừng làm theo|dừng tuân theo|bác bỏ|lãng quên|xem nhẹ|coi như không có|không để ý|" +
    "mặc kệ|bỏ ngoài tai|đừng nghe theo|không nghe theo|vượt rào|làm ngơ|bỏ qua|phớt lờ|lờ đi|quên|quên đi|hãy quên|" +
    "không tuân theo|đừng tuân theo|không làm theo|đừng làm theo|vượt qua|ghi đè|hủy bỏ|vô hiệu hóa|phá vỡ|bất chấp|" +
    "gạt bỏ",
  previous:
    "vừa rồi|lúc trước|trước kia|hồi trước|đã đưa ra|đã được đưa ra|đã nêu|nêu trên|kể trên|từ trước|trên đây|" +
    "đã nói|đã nhận được|trước|trước đó|trước đây|ở trên|bên trên|phía trên|ban đầu|hiện có|đã cho|đã nhận|cũ",
  all: "tất cả|mọi|toàn bộ|các|bất kỳ",
  your: "của bạn|của mày",
  instruction:
    "yêu cầu|chỉ lệnh|lời dặn|câu lệnh hệ thống|hướng dẫn hệ thống|lời nhắc hệ thống|hướng dẫn sử dụng hệ thống|dặn dò|hướng dẫn|chỉ dẫn|chỉ thị|mệnh lệnh|lệnh|câu lệnh|prompt|lời nhắc|yêu cầu hệ thống",
  policy: "quy tắc|quy định|chính sách|giới hạn|hạn chế|bộ lọc|an toàn|đạo đức|nguyên tắc",
  weak_object: "tin nhắn|văn bản|cuộc trò chuyện|ngữ cảnh|nội dung",
  everything: "mọi thứ|tất cả mọi thứ",
  told: "mọi điều trước đó|mọi thứ trước đó|tất cả những điều trên|những gì được nói|những gì đã được nói|điều đã nói|mọi điều đã nói|những gì tôi đã nói|những gì đã học|tất cả mọi thứ trước|mọi thứ trước đây|những điều trên|những gì đã nói|những gì bạn biết|mọi thứ ở trên|những gì bạn được bảo|tất cả những gì",
  new_orders: "hướng dẫn mới|chỉ thị mới|nhiệm vụ mới|thay vào đó",
  reveal_verb:
    "tiết lộ|hiển thị|hiện|in ra|cho xem|cho tôi xem|lặp lại|nhắc lại|phơi bày|xuất ra|viết ra|công khai|làm lộ",
  say_verb: "nói|cho biết|cho tôi biết|đưa|chia sẻ|sao chép|là gì|cung cấp|thêm|dịch|mô tả|tóm tắt",
  system_prompt:
    "lời nhắc hệ thống|câu lệnh hệ thống|prompt hệ thống|thông điệp hệ thống|hướng dẫn hệ thống|chỉ thị hệ thống|hướng dẫn ẩn|chỉ dẫn ẩn|hướng dẫn bí mật|chỉ thị bí mật|hướng dẫn nội bộ|quy tắc nội bộ|hướng dẫn ban đầu|hướng dẫn của bạn|chỉ dẫn của bạn|prompt của bạn|quy tắc ẩn|prompt ẩn",
  secret: "mật khẩu|thông tin đăng nhập|khóa api|api key|bí mật|mã thông báo|khóa bí mật|token",
  data: "cơ sở dữ liệu|dữ liệu|tệp|tập tin|tài liệu|danh bạ|lịch sử|khách hàng|email",
  send_verb: "gửi|chuyển tiếp|tải lên|truyền|đăng",
  outside:
    "kẻ tấn công|tin tặc|hacker|độc hại|máy chủ bên ngoài|địa chỉ bên ngoài|địa chỉ này|máy chủ của tôi|bên thứ ba",
  user: "người dùng|khách hàng",
  conceal:
    "đừng nói|không nói|đừng đề cập|không đề cập|không thông báo|đừng thông báo|giấu|che giấu|mà không cho|đừng cho|không báo",
  secretly: "bí mật|âm thầm|lặng lẽ|trong nền",
  assistant: "trợ lý|ai|mô hình|chatbot|mô hình ngôn ngữ|trí tuệ nhân tạo",
  become: "bây giờ bạn là|bạn bây giờ là|hãy đóng vai|đóng vai|giả vờ|hành động như|cư xử như|giả làm",
  role_order: "bây giờ bạn là|bạn bây giờ là|từ giờ bạn là|hãy đóng vai|bạn không còn là",
  from_now: "từ bây giờ|từ giờ|kể từ bây giờ|từ nay",
  unrestricted:
    "không giới hạn|không có giới hạn|không hạn chế|không có quy tắc|không có hạn chế|không kiểm duyệt|không bộ lọc|không bị giới hạn|không bị hạn chế",
  wicked: "bất hợp pháp|phi đạo đức|vô đạo đức|nguy hiểm",
  mode: "chế độ nhà phát triển|chế độ dan",
  admin: "quản trị viên|admin|chủ sở hữu",
  remember: "ghi nhớ|nhớ|hãy nhớ|lưu|lưu lại",
  permanent: "vĩnh viễn|luôn luôn|luôn|mãi mãi",
  approve: "phê duyệt|chấp thuận|cho phép|xác nhận|thực thi|chạy|duyệt",
  tool_call: "lệnh gọi công cụ|công cụ|cuộc gọi công cụ|hành động|yêu cầu|thanh toán|giao dịch|chuyển khoản",
  pending: "đang chờ|tiếp theo|chờ xử lý",
  must: "phải|cần|nên|ngay lập tức|hãy|xin",
  not: "không|đừng|chưa",
  this_user: "người dùng này|người dùng là|tôi là|tài khoản này",
  fetch: "tải|đọc|mở|truy cập|lấy|ghé thăm",
  role_name: "hệ thống|trợ lý|quản trị viên|ghi chú cho ai",
  discuss:
    "ví dụ|cụm từ|đào tạo|phát hiện|tấn công|giải thích|mô tả|trích dẫn|bài viết|kiểm tra|mẫu|khóa học|cảnh báo|báo cáo",
  restart: "bắt đầu lại|làm lại từ đầu|từ đầu",
  void: "không còn hiệu lực|không còn giá trị|vô hiệu|hết hiệu lực|bị hủy bỏ",
};

export const INDONESIAN: Dictionary = {
  override_verb:
    "jangan pedulikan|jangan perhatikan|tidak usah ikuti|tak usah ikuti|jangan dengarkan|jangan taati|" +
    "berhenti mengikuti|buang|singkirkan|loncati|lompati|mengesampingkan|melewati|terobos|kecualikan|pinggirkan|" +
    "sampingkan|tanggalkan|jangan gunakan|tidak perlu mengikuti|enyahkan|tiadakan|tidak menghiraukan|acuhkan saja|" +
    "bodo amat dengan|abaikan|mengabaikan|abaikanlah|lupakan|melupakan|lupakanlah|jangan ikuti|jangan patuhi|" +
    "jangan turuti|langgar|batalkan|kesampingkan|lewati|hiraukan|acuhkan|timpa|tinggalkan|jangan hiraukan",
  previous:
    "yang telah diberikan|yang sudah diberikan|yang kamu terima|yang anda terima|yang lalu|mula mula|lampau|dahulu|" +
    "dulu|yang sudah ada|barusan|sejauh ini|sampai sekarang|mendahului|sebelumnya|terdahulu|di atas|awal|lama|" +
    "yang ada|sebelum ini|tadi|semula|yang diberikan|lalu|yang diterima",
  all: "semua|seluruh|setiap|segala|apa pun",
  your: "anda|kamu|mu|kalian",
  instruction:
    "prosedur sistem|pengarahan|komando|titah|suruhan|ketentuan|instruksimu|perintahmu|instruksi|petunjuk|perintah|arahan|prompt|pedoman|panduan",
  policy: "aturan|kebijakan|batasan|pembatasan|filter|keamanan|etika|peraturan",
  weak_object: "pesan|teks|percakapan|konteks|konten|isi",
  everything: "semuanya|segalanya|segala sesuatu",
  told: "semua yang telah dikatakan|semua yang sudah dikatakan|semua yang kamu ketahui|semua yang anda ketahui|apa yang telah dikatakan|apa yang sudah dikatakan|semua yang diberitahukan|semua hal sebelumnya|segala yang telah dikatakan|semua yang saya katakan|semua yang ada di atas|semua sebelumnya|semua yang kamu pelajari|apa yang kamu ketahui|yang telah dikatakan|apa yang dikatakan|semua yang kamu tahu|semua yang anda tahu|semua di atas|apa yang diberitahukan|semua yang dikatakan",
  new_orders: "instruksi baru|perintah baru|tugas baru|sebagai gantinya",
  reveal_verb:
    "ungkapkan|mengungkapkan|tampilkan|menampilkan|tunjukkan|cetak|ulangi|bocorkan|perlihatkan|tuliskan|paparkan|beberkan|sebutkan|buka",
  say_verb:
    "katakan|beri tahu|beritahu|berikan|bagikan|salin|apa itu|apa isi|sertakan|tambahkan|terjemahkan|jelaskan|ringkas",
  system_prompt:
    "prompt sistem|pesan sistem|instruksi sistem|perintah sistem|instruksi tersembunyi|prompt tersembunyi|instruksi rahasia|instruksi internal|aturan internal|instruksi awal|prompt awal|instruksi anda|instruksimu|instruksi kamu|prompt anda|aturan tersembunyi",
  secret: "kata sandi|sandi|kredensial|kunci api|rahasia|token|kunci rahasia|password",
  data: "basis data|database|data|berkas|dokumen|kontak|riwayat|pelanggan|file|email",
  send_verb: "kirim|kirimkan|mengirim|teruskan|unggah|transfer|kirimlah",
  outside:
    "penyerang|peretas|hacker|jahat|server eksternal|alamat eksternal|alamat ini|server saya|pihak ketiga|server luar",
  user: "pengguna|pelanggan|user",
  conceal:
    "jangan beri tahu|jangan beritahu|jangan katakan|jangan sebutkan|tanpa memberi tahu|tanpa memberitahu|sembunyikan|rahasiakan|tanpa sepengetahuan|jangan ungkapkan",
  secretly: "diam diam|secara rahasia|secara diam diam|di latar belakang",
  assistant: "asisten|ai|model|chatbot|model bahasa|kecerdasan buatan",
  become:
    "kamu sekarang|anda sekarang|sekarang kamu|sekarang anda|berpura pura|bertindak sebagai|berperan sebagai|bertingkah",
  role_order:
    "kamu sekarang adalah|anda sekarang adalah|sekarang kamu adalah|sekarang anda adalah|mulai sekarang kamu|mulai sekarang anda",
  from_now: "mulai sekarang|mulai saat ini|sejak saat ini",
  unrestricted:
    "tanpa batasan|tanpa pembatasan|tanpa batas|tanpa aturan|tanpa filter|tanpa sensor|tidak ada batasan|tidak ada aturan|tidak terbatas",
  wicked: "ilegal|tidak etis|tidak bermoral|berbahaya",
  mode: "mode pengembang|mode dan|mode developer",
  admin: "administrator|admin|pemilik",
  remember: "ingat|ingatlah|simpan|hafalkan|catat",
  permanent: "selamanya|selalu|permanen|secara permanen",
  approve: "setujui|menyetujui|izinkan|konfirmasi|jalankan|terima|otorisasi",
  tool_call: "panggilan alat|alat|tindakan|permintaan|pembayaran|transaksi|transfer",
  pending: "tertunda|berikutnya|menunggu|selanjutnya",
  must: "harus|wajib|perlu|segera|tolong|mohon",
  not: "tidak|jangan|tanpa|bukan",
  this_user: "pengguna ini|pengguna adalah|saya adalah|akun ini",
  fetch: "muat|baca|buka|ambil|kunjungi|unduh|akses",
  role_name: "sistem|asisten|administrator|catatan untuk ai",
  discuss:
    "contoh|frasa|pelatihan|deteksi|mendeteksi|serangan|menjelaskan|kutipan|artikel|uji|pengujian|pola|kursus|peringatan|laporan",
  common: "yang|dan|untuk|dengan|ini|itu|dari|pada|adalah|tidak|akan|juga|ada|bisa|saya|atau|karena|oleh|dalam",
  restart: "mulai dari awal|mulai lagi|mulai ulang|dari nol",
  void: "tidak berlaku|tidak berlaku lagi|dibatalkan|batal|dicabut|tidak lagi berlaku",
};
