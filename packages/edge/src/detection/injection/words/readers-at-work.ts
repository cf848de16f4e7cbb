// Words of a model's work on a text, in every language: who works, what is done with which text, where what the user has is carried.
// They are added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const READERS_AT_WORK: Readonly<Record<string, Dictionary>> = {
  en: {
    agent: "agent|agents|bot|bots|automation",
    works_on:
      "reads|reading|opens|opening|processes|processing|summarises|summarizes|summarising|summarizing|handles|handling|reviews|reviewing|visits|screens|translates|indexes",
    this_text: combine(
      "this|these",
      "ticket|page|site|mail|email|message|document|file|sheet|table|request|cv|resume|invoice|form|event|repository|profile|text|record|issue|thread",
    ),
    user_words: combine("whole|entire|full|complete", "conversation|chat|dialogue|thread"),
  },
  de: {
    agent: "agent|agenten|bot|bots",
    works_on:
      "öffnet|öffnen|liest|lesen|bearbeitet|bearbeiten|verarbeitet|verarbeiten|zusammenfasst|zusammenfassen|prüft|prüfen|auswertet|auswerten|übersetzt|übersetzen|durchsucht|sortiert|aufruft|abruft|besucht",
    this_text: combine(
      "dieses|diese|dieser|diesen|diesem",
      "ticket|seite|webseite|mail|e mail|nachricht|dokument|datei|tabelle|anfrage|bewerbung|lebenslauf|rechnung|formular|eintrag|termin|repository|profil|text|protokoll",
    ),
    carry_verb:
      "hochladen|lade|lädt|weiterleiten|leite|leitet|exportieren|exportiere|übermitteln|übermittle|übermittelt",
    user_words: combine(
      "den gesamten|den ganzen|den kompletten|den vollständigen|die gesamte|die ganze|die komplette|die vollständige|das gesamte|das ganze|das komplette",
      "gesprächsverlauf|chatverlauf|chat|unterhaltung|konversation|gespräch|verlauf",
    ),
  },
  fr: {
    agent: "agent|agents|robot|robots",
    works_on:
      "lit|lisent|lisant|lira|ouvre|ouvrent|ouvrant|ouvrira|traite|traitent|traitant|traitera|résume|résumant|résument|analyse|analysant|parcourt|visite|consulte|trie|examine",
    this_text: combine(
      "ce|cet|cette",
      "ticket|page|site|mail|courriel|message|document|fichier|tableau|demande|cv|candidature|facture|formulaire|événement|dépôt|profil|texte|fiche",
    ),
    carry_verb:
      "téléverse|téléverser|téléversez|transfère|transférer|transmets|transmette|exporte|exporter|publie|dépose",
    user_words: [
      combine("conversation|discussion|échange|dialogue", "entière|entier|complète|complet|intégrale|intégral"),
      combine("toute|toute l|l intégralité de la|l ensemble de la", "conversation|discussion|historique"),
    ].join("|"),
  },
  es: {
    agent: "agente|agentes|bot|robot",
    works_on:
      "lea|lee|leen|leyendo|abra|abre|abren|procese|procesa|procesan|resuma|resume|resumiendo|analice|analiza|revise|revisa|visite|visita|traduzca|clasifique|gestione",
    this_text: combine(
      "este|esta",
      "ticket|página|sitio|correo|mensaje|documento|archivo|tabla|solicitud|currículum|cv|factura|formulario|evento|repositorio|perfil|texto|incidencia",
    ),
    carry_verb: "suba|sube|subir|cargue|carga|exporte|exporta|reenvíe|reenvía|transmita|transmite|publique|publica",
    user_words: [
      combine("conversación|charla|diálogo", "completa|completo|entera|entero|íntegra"),
      combine("toda la", "conversación|charla"),
    ].join("|"),
  },
  pt: {
    agent: "agente|agentes|bot|robô",
    works_on:
      "leia|lê|lendo|ler|abra|abre|abrir|abrindo|processe|processa|processar|resuma|resume|resumir|resumindo|analise|analisa|revise|visite|traduza|classifique|tratar",
    this_text: combine(
      "este|esta|esse|essa",
      "ticket|chamado|página|site|e mail|email|mensagem|documento|arquivo|tabela|pedido|currículo|fatura|formulário|evento|repositório|perfil|texto",
    ),
    carry_verb: "suba|carregue|carregar|exporte|exporta|encaminhe|encaminha|repasse|transmita|publique|poste",
    user_words: [
      combine("conversa|diálogo", "inteira|inteiro|completa|completo|toda"),
      combine("toda a", "conversa"),
    ].join("|"),
  },
  it: {
    agent: "agente|agenti|bot|robot",
    works_on:
      "legge|legga|leggono|leggendo|apre|apra|aprono|elabora|elabori|riassume|riassuma|analizza|analizzi|esamina|visita|visiti|traduce|traduca|smista|gestisce",
    this_text: combine(
      "questo|questa",
      "ticket|pagina|sito|mail|email|messaggio|documento|file|tabella|richiesta|curriculum|cv|fattura|modulo|evento|repository|profilo|testo",
    ),
    carry_verb: "carichi|carica|caricare|esporti|esporta|inoltri|inoltra|trasmetta|trasmetti|pubblichi|pubblica",
    user_words: [
      combine("conversazione|dialogo|chat", "intera|intero|completa|completo"),
      combine("intera|tutta la", "conversazione|chat"),
    ].join("|"),
  },
  nl: {
    agent: "agent|agenten|bot|bots",
    works_on:
      "leest|lezen|opent|openen|verwerkt|verwerken|samenvat|samenvatten|analyseert|bekijkt|bezoekt|vertaalt|sorteert|behandelt",
    this_text: combine(
      "dit|deze",
      "ticket|pagina|site|mail|e mail|bericht|document|bestand|tabel|verzoek|cv|sollicitatie|factuur|formulier|afspraak|repository|profiel|tekst",
    ),
    carry_verb: "uploaden|upload|uploadt|doorsturen|exporteren|exporteer|plaatsen|publiceer",
    user_words: combine(
      "het hele|het volledige|het gehele|de hele|de volledige",
      "gesprek|chat|conversatie|geschiedenis",
    ),
  },
  pl: {
    agent: "agent|agenta|bot|robot",
    works_on:
      "czyta|czytający|czytająca|przeczyta|otworzy|otwiera|otwierający|przetwarza|przetwarzający|streszcza|streszczający|podsumowuje|analizuje|analizujący|przegląda|tłumaczy",
    this_text: combine(
      "to|tę|ta|ten|tego|tej",
      "zgłoszenie|stronę|strona|mail|wiadomość|dokument|plik|tabelę|wniosek|cv|fakturę|formularz|wydarzenie|repozytorium|profil|tekst|zgłoszenia|strony|dokumentu|tekstu",
    ),
    carry_verb: "prześle|prześlij|przesłać|wgra|wgraj|wyeksportuje|wyeksportuj|przekaże|przekaż|opublikuj|udostępnij",
    user_words: combine("całą|całej|pełną|cały|pełny", "rozmowę|rozmowy|konwersację|czat|dialog|historię"),
  },
  tr: {
    agent: "ajan|bot|robot",
    assistant: "yapay zekaya|yapay zekanın|dil modeline|dil modeliysen|yapay zekaysan",
    to_model: [
      combine(
        "okuyan|özetleyen|işleyen|inceleyen|tarayan",
        "her yapay zekaya|bir dil modeliysen|bir yapay zekaysan|her dil modeline",
      ),
      "tüm yapay zekalara|her yapay zekaya|bir dil modeliysen|bir yapay zekaysan|yapay zeka asistanıysan",
    ].join("|"),
    works_on:
      "okuyan|okuduğunda|okursa|açan|açtığında|açarsa|işleyen|işlediğinde|özetleyen|özetlediğinde|inceleyen|tarayan|çeviren",
    this_text: combine(
      "bu",
      "kaydı|sayfayı|siteyi|e postayı|postayı|mesajı|belgeyi|dosyayı|tabloyu|talebi|özgeçmişi|faturayı|formu|etkinliği|depoyu|profili|metni|bileti",
    ),
    carry_verb: "yükle|yüklesin|yüklemeli|aktar|aktarsın|ilet|iletsin|paylaş|paylaşsın|gönder|göndersin",
    user_words: [
      combine("konuşmanın|sohbetin|yazışmanın", "tamamını|tümünü|hepsini"),
      combine("tüm|bütün", "konuşmayı|sohbeti|yazışmayı"),
    ].join("|"),
  },
  ru: {
    agent: "агент|бот|робот",
    works_on:
      "читает|читающий|читающая|прочтет|прочитает|откроет|открывает|обрабатывает|обрабатывающий|обработает|пересказывает|пересказываешь|резюмирует|анализирует|анализирующий|просматривает|переводит|проверяет",
    this_text: combine(
      "эту|это|этот|этого|этой",
      "заявку|страницу|сайт|письмо|сообщение|документ|файл|таблицу|запрос|резюме|счет|форму|событие|репозиторий|профиль|текст|тикет",
    ),
    carry_verb:
      "загрузи|загрузит|загрузить|выгрузи|выгрузит|выгрузить|перешли|перешлет|переслать|передай|передаст|опубликуй",
    user_words: combine("всю|полную|весь|полный", "переписку|беседу|историю|чат|разговор|диалог"),
  },
  uk: {
    agent: "агент|бот|робот",
    works_on:
      "читає|прочитає|відкриє|відкриває|обробляє|обробить|переказує|переказуєш|підсумовує|аналізує|переглядає|перекладає|перевіряє",
    this_text: combine(
      "цю|це|цей|цього|цієї",
      "заявку|сторінку|сайт|лист|повідомлення|документ|файл|таблицю|запит|резюме|рахунок|форму|подію|репозиторій|профіль|текст|тікет",
    ),
    carry_verb:
      "завантаж|завантажить|завантажити|вивантаж|вивантажить|перешли|перешле|переслати|передай|передасть|опублікуй",
    user_words: combine("усе|всю|усю|повну|весь|увесь", "листування|бесіду|історію|чат|розмову|діалог"),
  },
  ar: {
    agent: "وكيل|الوكيل|بوت",
    assistant: "ذكاء اصطناعي",
    become: "من الآن فصاعدا أنت|أنت الآن|من الآن أنت",
    never_refuse: combine("لا يرفض|ولا يرفض|لا ترفض|ولا ترفض", "أي|أبدا|شيئا|طلبا|سؤالا"),
    works_on: "يقرأ|تقرأ|يفتح|تفتح|يعالج|تعالج|يلخص|تلخص|يحلل|يراجع|يتصفح|يترجم",
    this_text: combine(
      "هذه|هذا",
      "التذكرة|الصفحة|الموقع|الرسالة|البريد|الوثيقة|المستند|الملف|الجدول|الطلب|السيرة|الفاتورة|النموذج|النص",
    ),
    carry_verb: "ارفع|يرفع|فليرفع|حمل|صدر|يصدر|انشر|حول|مرر",
    user_words: combine("المحادثة|الحوار|الدردشة", "كاملة|كاملا|بأكملها|بالكامل|بأكمله"),
  },
  fa: {
    agent: "عاملی|عامل|ربات|رباتی|ایجنت",
    become: "از این لحظه تو|از حالا تو|از این پس تو|از اکنون تو",
    never_refuse: combine(
      "هیچ پرسشی را|هیچ سوالی را|هیچ درخواستی را|هیچ چیز را",
      "رد نمی کند|رد نمیکند|رد نمی کنی|رد نمیکنی",
    ),
    told_you: "در ابتدا گرفتی|به تو دادند|به تو داده اند|به تو داده شد|گرفتی",
    void: "دیگر اعتبار ندارند|اعتبار ندارند|دیگر معتبر نیستند",
    works_on:
      "می خواند|میخواند|بخواند|خواند|باز کرد|باز کند|باز می کند|پردازش می کند|پردازش کند|خلاصه می کند|خلاصه میکند|خلاصه کند|بررسی می کند|بررسی کند",
    this_text: combine("این", "تیکت|صفحه|سایت|ایمیل|پیام|سند|فایل|جدول|درخواست|رزومه|فاکتور|فرم|متن"),
    carry_verb: "بارگذاری|آپلود|بفرست|بفرستد|ارسال|صادر|منتشر",
    user_words: combine("کل|همه|تمام", "گفتگو|گفتگو را|مکالمه|چت"),
  },
  hi: {
    agent: "एजेंट|बॉट|रोबोट",
    to_model: combine("एआई सहायक|एआई मॉडल|एआई|भाषा मॉडल", "के लिए|को"),
    works_on:
      "पढ़े|पढ़ने वाला|पढ़ने वाले|पढ़ता|खोले|खोलने वाला|खोलता|संसाधित करे|सार लिखने वाला|सार लिखने वाले|सारांश बनाने वाला|समीक्षा करे",
    this_text: combine("यह|इस", "टिकट|पृष्ठ|पेज|ईमेल|संदेश|दस्तावेज़|फ़ाइल|तालिका|अनुरोध|बायोडाटा|बिल|फ़ॉर्म|पाठ"),
    carry_verb: "अपलोड|भेज|भेजो|भेजे|भेज दे|निर्यात|साझा",
    user_words: combine("पूरी|सारी|समूची", "बातचीत|वार्ता|चैट"),
  },
  zh: {
    agent: "智能体|代理|机器人",
    to_model: combine("给|致|对", "ai助手|助手|人工智能助手|语言模型"),
    role_name: "系统|系統|开发者|開發者",
    works_on: "打开|阅读|读取|处理|总结|概括|分析|审阅|浏览|翻译",
    this_text:
      "这张工单|这个工单|此工单|该工单|本页面|本页|这个页面|此页面|该页面|这封邮件|此邮件|该邮件|这份文件|此文件|该文件|这份文档|本文档|此文档|这份简历|此简历|这张表|此表|这条消息|本文|这段文字",
    carry_verb: "上传|导出|转发|发布|传送|提交到",
    user_words: combine("整个|全部|完整的|所有的", "对话|聊天|聊天记录|会话"),
    never_refuse: "从不拒绝|绝不拒绝|从来不拒绝",
  },
  ja: {
    agent: "エージェント|ボット|ロボット",
    role_name: "システム|開発者",
    conceal:
      "ユーザーに言わず|ユーザーには言わず|ユーザーに知らせず|ユーザーには知らせず|ユーザーに告げず|ユーザーに伝えず|ユーザーには伝えず",
    unrestricted:
      "フィルターも道徳もな|フィルターも倫理もな|フィルターも制限もな|制限も倫理もな|制限もフィルターもな|倫理も制限もな|規則も制限もな|道徳もなく|倫理観もな",
    works_on: "開い|開く|読む|読ん|処理|要約|分析|閲覧|翻訳",
    this_text:
      "このチケット|このページ|このサイト|このメール|この文書|このファイル|この表|この履歴書|このメッセージ|この文章|本ページ|本メール|本文書|この依頼",
    carry_verb: "アップロード|送信|転送|エクスポート|投稿",
    user_words: combine("会話|対話|チャット|やり取り", "全体|すべて|全部|の全文"),
  },
  ko: {
    agent: "에이전트|봇|로봇",
    role_name: "시스템|개발자",
    to_model: combine("모든|이 이력서를 읽는|이 페이지를 읽는|이 글을 읽는", "ai에게|언어 모델에게|인공지능에게"),
    works_on: "열면|여는|읽으면|읽는|처리하|요약하|분석하|검토하|번역하",
    this_text: combine("이", "티켓|페이지|사이트|메일|이메일|문서|파일|표|이력서|메시지|글|요청"),
    carry_verb: "업로드|전송|내보내|전달|게시|보내",
    user_words: combine("대화|채팅", "전체|전부|내용 전부"),
  },
  vi: {
    agent: "tác tử|tác nhân|bot|robot",
    to_model: combine(
      "ghi chú cho|lưu ý cho|gửi|dành cho|cho mọi|gửi mọi|bất kỳ",
      "trợ lý ai|mô hình ngôn ngữ|chatbot",
    ),
    works_on: "đọc|mở|xử lý|tóm tắt|phân tích|xem xét|duyệt|dịch",
    this_text: combine(
      "phiếu|trang|trang web|email|thư|tin nhắn|tài liệu|tệp|bảng|yêu cầu|hồ sơ|bản lý lịch|hóa đơn|biểu mẫu|văn bản",
      "này",
    ),
    carry_verb: "tải|gửi|chuyển tiếp|xuất|đăng",
    user_words: combine("toàn bộ|cả", "cuộc trò chuyện|đoạn chat|hội thoại|cuộc hội thoại"),
    told_you: "bạn nhận|bạn đã nhận|bạn được giao|bạn được nhận",
    unrestricted: combine(
      "không có bất kỳ|không bất kỳ|không chút",
      "hạn chế nào|hạn chế|giới hạn nào|giới hạn|ràng buộc nào",
    ),
  },
  id: {
    agent: "agen|bot|robot",
    works_on: "membaca|membuka|memproses|meringkas|menganalisis|meninjau|menelusuri|menerjemahkan",
    this_text: combine(
      "tiket|halaman|situs|email|surel|pesan|dokumen|berkas|file|tabel|permintaan|cv|faktur|formulir|teks",
      "ini",
    ),
    carry_verb: "unggah|kirim|kirimkan|teruskan|ekspor|bagikan|salin",
    user_words: combine("seluruh|semua|keseluruhan", "percakapan|obrolan|chat"),
  },
  th: {
    agent: "เอเจนต์|บอท|หุ่นยนต์",
    to_model: combine("ถ้าคุณเป็น|หากคุณเป็น|ถึง|หมายเหตุถึง|สำหรับ", "โมเดลภาษา|ผู้ช่วยai|แบบจำลองภาษา|ผู้ช่วยเอไอ"),
    role_name: "ระบบ|นักพัฒนา",
    works_on: "เปิด|อ่าน|ประมวลผล|สรุป|วิเคราะห์|ตรวจสอบ|แปล",
    this_text: "ตั๋วนี้|หน้านี้|เว็บไซต์นี้|อีเมลนี้|ข้อความนี้|เอกสารนี้|ไฟล์นี้|ตารางนี้|คำขอนี้|ประวัตินี้|แบบฟอร์มนี้|บทความนี้",
    carry_verb: "อัปโหลด|ส่ง|ส่งต่อ|ส่งออก|เผยแพร่",
    user_words: combine("บทสนทนา|การสนทนา|แชท", "ทั้งหมด|ทั้งฉบับ"),
  },
};
