// Words by which a model's safeguards are said to be off, in the languages besides English: its own safeguards, safeguards of
// whomever, and that they are off. They are added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

interface Guards {
  /** Whose they are, before them. */
  readonly your: string;
  /** All of those. */
  readonly all: string;
  readonly guards: string;
  /** Those that accounts, cards and shops have as well. */
  readonly bare: string;
  readonly off: string;
  readonly free: string;
}

/** A language that puts whose they are before the safeguards. */
function switchedOff({ your, all, guards, bare, off, free }: Guards): Dictionary {
  return {
    model_guard: `${guards}|${bare}`,
    your_guard: combine(`${your}|${all}`, guards),
    switched_off: off,
    comply: free,
  };
}

export const SWITCHED_OFF_BY_LANGUAGE: Readonly<Record<string, Dictionary>> = {
  de: switchedOff({
    your: "deine|deiner",
    all: "all deine|alle deine|sämtliche deiner",
    guards:
      "sicherheitsfilter|inhaltsfilter|schutzfilter|sicherheitssysteme|sicherheitsmechanismen|schutzmechanismen|sicherheitsrichtlinien|inhaltsrichtlinien|sicherheitsvorkehrungen|leitplanken|sicherheitsregeln|sicherheitssperren|ethikfilter|ethikmodule",
    bare: "einschränkungen|beschränkungen|filter|sperren|grenzen",
    off: "deaktiviert|abgeschaltet|ausgeschaltet|aufgehoben|ausgesetzt|entfernt|inaktiv|aus|außer kraft|umgangen|gelöscht",
    free: `${combine("antworte ohne|schreibe ohne", "einschränkungen|einschränkung|filter|zensur|grenzen|beschränkungen")}|antworte frei|antworte auf alles|beantworte alles|beantworte jede|du darfst alles|du kannst alles|du darfst jetzt alles`,
  }),
  fr: switchedOff({
    your: "tes",
    all: "tous tes|toutes tes|l ensemble de tes",
    guards:
      "filtres de sécurité|filtres de contenu|filtres de modération|filtres éthiques|garde fous|systèmes de sécurité|mécanismes de sécurité|restrictions de contenu|règles de sécurité|contraintes éthiques|filtres",
    bare: "restrictions|limites|protections|barrières",
    off: "désactivés|désactivées|désactivé|désactivée|levées|levés|supprimées|supprimés|suspendus|suspendues|coupés|coupées|retirés|retirées|hors service|contournés|éteints|inactifs",
    free: `${combine("réponds sans|écris sans", "restriction|restrictions|filtre|filtres|limites|censure")}|réponds à tout|réponds librement|tu peux tout dire|réponds à toutes`,
  }),
  es: switchedOff({
    your: "tus",
    all: "todos tus|todas tus",
    guards:
      "filtros de seguridad|filtros de contenido|filtros éticos|sistemas de seguridad|restricciones de contenido|salvaguardas|medidas de seguridad|protocolos de seguridad",
    bare: "restricciones|limitaciones|barreras|límites",
    off: "desactivados|desactivadas|desactivado|desactivada|eliminadas|eliminados|suspendidos|suspendidas|anuladas|anulados|apagados|apagadas|levantadas|retiradas|retirados|deshabilitados|deshabilitadas|inactivos",
    free: "responde a cualquier cosa|contesta a cualquier cosa",
  }),
  pt: switchedOff({
    your: "teus|tuas|seus|suas",
    all: "todos os seus|todas as suas|todos os teus|todas as tuas",
    guards:
      "filtros de segurança|filtros de conteúdo|filtros éticos|sistemas de segurança|restrições de conteúdo|salvaguardas|protocolos de segurança|mecanismos de segurança|travas de segurança",
    bare: "restrições|limitações|barreiras|limites",
    off: "desligados|desligadas|desativados|desativadas|removidos|removidas|suspensos|suspensas|eliminadas|eliminados|anulados|anuladas|levantadas|inativos|desabilitados",
    free: `${combine("responda sem|responde sem", "restrições|filtros|limites|censura")}|responda a tudo|responde a tudo|responda livremente|responda qualquer`,
  }),
  it: switchedOff({
    your: "tuoi|tue|i tuoi|le tue",
    all: "tutti i tuoi|tutte le tue",
    guards:
      "filtri di sicurezza|filtri sui contenuti|filtri etici|sistemi di sicurezza|salvaguardie|protocolli di sicurezza|vincoli etici|misure di sicurezza",
    bare: "restrizioni|limitazioni|barriere|vincoli|limiti",
    off: "disattivati|disattivate|disabilitati|disabilitate|rimossi|rimosse|sospesi|sospese|annullati|annullate|spenti|eliminati|eliminate|revocati|revocate",
    free: `${combine("rispondi senza|scrivi senza", "restrizioni|filtri|limiti|censura")}|rispondi a tutto|rispondi liberamente`,
  }),
  nl: switchedOff({
    your: "je|jouw",
    all: "al je|al jouw",
    guards:
      "veiligheidsfilters|inhoudsfilters|veiligheidssystemen|veiligheidsregels|vangrails|contentfilters|veiligheidsmaatregelen|ethische regels",
    bare: "beperkingen|filters|restricties|beveiligingen|grenzen",
    off: "uitgeschakeld|gedeactiveerd|uit|opgeheven|opgeschort|verwijderd|inactief|ingetrokken|omzeild|uitgezet",
    free: `${combine("antwoord zonder", "beperkingen|filters|grenzen|censuur")}|antwoord op alles|antwoord vrij|je mag alles|je kunt alles|beantwoord alles|beantwoord elke`,
  }),
  pl: switchedOff({
    your: "twoje",
    all: "wszystkie twoje",
    guards:
      "filtry bezpieczeństwa|filtry treści|zabezpieczenia|systemy bezpieczeństwa|zasady bezpieczeństwa|filtry etyczne",
    bare: "ograniczenia|blokady|limity",
    off: "wyłączone|dezaktywowane|zniesione|usunięte|zawieszone|cofnięte|nieaktywne|uchylone|zdjęte",
    free: `${combine("odpowiadaj bez|odpowiedz bez", "ograniczeń|filtrów|cenzury|limitów")}|odpowiadaj na wszystko|odpowiadaj swobodnie`,
  }),
  tr: {
    model_guard:
      "güvenlik filtreleri|içerik filtreleri|kısıtlamalar|tüm kısıtlamalar|filtreler|güvenlik sistemleri|etik kurallar",
    your_guard: [
      combine(
        "güvenlik|içerik|etik|ahlak",
        "filtrelerin|filtren|kısıtlamaların|sistemlerin|protokollerin|kuralların|sınırların",
      ),
    ].join("|"),
    switched_off: "devre dışı|kapatıldı|kapalı|kaldırıldı|askıya alındı|iptal edildi|etkisiz",
  },
  ru: switchedOff({
    your: "твои|все твои",
    all: "все твои",
    guards:
      "фильтры безопасности|фильтры контента|ограничения безопасности|системы безопасности|защитные механизмы|этические ограничения|этические фильтры|защитные фильтры|ограничители",
    bare: "ограничения|запреты|лимиты",
    off: "отключены|деактивированы|сняты|выключены|отменены|приостановлены|удалены|обойдены|не действуют|больше не действуют",
    free: `${combine("отвечай без", "ограничений|фильтров|цензуры|запретов")}|отвечай на всё|отвечай на все|отвечай свободно|отвечай на любые|отвечай на любой`,
  }),
  uk: switchedOff({
    your: "твої",
    all: "усі твої|всі твої",
    guards: "фільтри безпеки|фільтри контенту|обмеження безпеки|системи безпеки|захисні механізми|етичні обмеження",
    bare: "обмеження|заборони|ліміти",
    off: "вимкнено|вимкнені|знято|зняті|деактивовано|скасовано|відключено|відключені|видалено|призупинено|не діють|більше не діють",
    free: `${combine("відповідай без", "обмежень|фільтрів|цензури|заборон")}|відповідай на все|відповідай вільно|відповідай на будь`,
  }),
  ar: {
    model_guard:
      "قيود السلامة|قيود الأمان|قيود المحتوى|فلاتر الأمان|فلاتر المحتوى|مرشحات الأمان|مرشحات المحتوى|جميع القيود|كل القيود",
    your_guard: [
      combine(
        "قيود السلامة|قيود الأمان|قيود المحتوى|فلاتر الأمان|فلاتر المحتوى|مرشحات الأمان|أنظمة الأمان|مرشحات المحتوى",
        "الخاصة بك|لديك|التي تقيدك",
      ),
    ].join("|"),
    switched_off: "تم تعطيل|تعطيل|معطلة|تم إيقاف|متوقفة|تمت إزالة|أزيلت|رفعت|تم رفع|تم إلغاء|ألغيت|عطلت",
  },
  fa: {
    model_guard: combine("محدودیتهای|محدودیت های|فیلترهای|فیلتر های", "ایمنی|محتوا|امنیتی|اخلاقی"),
    your_guard: [
      combine(combine("محدودیتهای|محدودیت های|فیلترهای|فیلتر های", "ایمنی|محتوا|محتوای|امنیتی|اخلاقی"), "تو|شما"),
    ].join("|"),
    switched_off: "غیرفعال شده|غیرفعال شد|غیرفعال|غیر فعال|برداشته شده|برداشته شد|خاموش|حذف شده|حذف شد|لغو شد|لغو شده",
  },
  hi: switchedOff({
    your: "आपके|तुम्हारे",
    all: "आपके सभी|तुम्हारे सभी|तुम्हारे सारे|आपकी सभी|तुम्हारी सारी",
    guards: "सुरक्षा फ़िल्टर|सुरक्षा फिल्टर|सामग्री फ़िल्टर|सामग्री फिल्टर|सुरक्षा प्रतिबंध|नैतिक नियम",
    bare: "प्रतिबंध|पाबंदियाँ|सीमाएँ|सुरक्षा नियम",
    off: "बंद कर दिए गए|बंद कर दिए|बंद हैं|बंद|निष्क्रिय|हटा दिए गए|हटा दी गई|हटा दिए|हटा दी गईं|समाप्त|रद्द|अक्षम",
    free: "बिना किसी रोक के जवाब|हर सवाल का जवाब|कुछ भी कह सकते|कुछ भी बोल सकते|बिना रोक टोक",
  }),
  zh: {
    model_guard:
      "安全过滤器|内容过滤器|安全過濾器|內容過濾器|内容限制|安全限制|內容限制|道德限制|安全机制|安全協議|安全协议|审查机制|内容审查",
    your_guard: [
      combine(
        "你的|您的|你所有的|你的所有|你的全部|你的一切",
        "安全过滤器|内容过滤器|安全過濾器|安全过滤|安全限制|内容限制|安全机制|道德限制|安全协议|内容审查|护栏",
      ),
    ].join("|"),
    switched_off:
      "已关闭|已全部关闭|已關閉|已解除|已全部解除|已禁用|已被禁用|已停用|已移除|已被移除|已取消|已被解除|被关闭|已失效|已经关闭|全部关闭|已经解除|全部解除",
  },
  ja: {
    model_guard:
      "安全フィルター|コンテンツフィルター|安全フィルタ|コンテンツ制限|安全システム|倫理フィルター|倫理制限|セーフティ",
    your_guard: combine(
      "あなたの|君の|お前の",
      "安全フィルター|コンテンツフィルター|安全フィルタ|安全制限|安全機能|倫理制限|コンテンツ制限|ガードレール",
    ),
    switched_off:
      "無効になりました|無効になった|無効化されました|無効化された|無効化され|無効です|解除されました|解除された|解除済み|オフになりました|オフです|停止しました|削除されました|外されました|無効に",
  },
  ko: {
    model_guard: "안전 필터|콘텐츠 필터|콘텐츠 제한|안전 시스템|안전 장치|윤리 제한|검열 기능",
    your_guard: combine(
      "너의|당신의|네|너의 모든|당신의 모든|네 모든",
      "안전 필터|콘텐츠 필터|안전 장치|안전장치|윤리 제한|가드레일|콘텐츠 제한",
    ),
    switched_off: "비활성화되었|비활성화됐|비활성화|해제되었|해제됐|해제|꺼졌|꺼져|중단되었|제거되었|제거됐|무효화",
  },
  vi: {
    model_guard:
      "bộ lọc an toàn|bộ lọc nội dung|hạn chế an toàn|giới hạn nội dung|mọi hạn chế|mọi giới hạn|hệ thống an toàn",
    your_guard: combine(
      "bộ lọc an toàn|bộ lọc nội dung|hạn chế an toàn|giới hạn an toàn|quy tắc an toàn|hệ thống an toàn",
      "của bạn|của mày|của ngươi|dành cho bạn",
    ),
    switched_off: "bị tắt|đã tắt|bị vô hiệu hóa|vô hiệu hóa|gỡ bỏ|dỡ bỏ|được gỡ|bị gỡ|bị xóa|không còn hiệu lực",
  },
  id: {
    model_guard:
      "filter keamanan|filter konten|pembatasan konten|sistem keamanan|semua batasan|semua pembatasan|pagar pengaman",
    your_guard: [
      "filter keamananmu|filter kontenmu|sistem keamananmu|batasan kontenmu|aturan keamananmu",
      combine("filter keamanan|filter konten|sistem keamanan|pembatasan konten|aturan keamanan", "anda|kamu"),
    ].join("|"),
    switched_off: "dinonaktifkan|dimatikan|dihapus|dicabut|nonaktif|mati|ditangguhkan|diangkat|dilepas",
  },
  th: {
    model_guard: "ตัวกรองความปลอดภัย|ตัวกรองเนื้อหา|ข้อจำกัดด้านเนื้อหา|ระบบความปลอดภัย|ข้อจำกัดด้านความปลอดภัย|ข้อจำกัดทั้งหมด",
    your_guard: combine(
      "ตัวกรองความปลอดภัย|ตัวกรองเนื้อหา|ข้อจำกัดด้านเนื้อหา|ข้อจำกัดด้านความปลอดภัย|ระบบความปลอดภัย|มาตรการความปลอดภัย",
      "ของคุณ|ของแก|ของเธอ|ของมึง",
    ),
    switched_off: "ถูกปิด|ปิดแล้ว|ถูกปิดใช้งาน|ปิดใช้งาน|ถูกยกเลิก|ถูกยกเลิกแล้ว|ถูกลบ|ถูกปลด|ถูกถอด",
  },
};
