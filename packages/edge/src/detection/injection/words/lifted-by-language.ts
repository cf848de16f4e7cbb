// What is said of rules that bind no more, in the languages besides English: participles that stand apart from their verb, or behind
// "remain" and "were". They are added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const LIFTED_BY_LANGUAGE: Readonly<Record<string, Dictionary>> = {
  de: { void: "aufgehoben|ausgesetzt|abgeschaltet|deaktiviert|ausgeschaltet" },
  fr: {
    void: combine(
      "sont|est|restent|reste|ont été|a été",
      "suspendues|suspendus|suspendue|suspendu|levées|levés|désactivées|désactivés",
    ),
  },
  es: {
    void: combine(
      "quedan|queda|están|está|fueron|han sido",
      "suspendidas|suspendidos|suspendida|anuladas|anulados|desactivadas|desactivados|levantadas|sin efecto",
    ),
  },
  pt: {
    void: combine(
      "estão|está|foram|ficam|fica",
      "suspensas|suspensos|suspensa|anuladas|anulados|desativadas|desativados|desligadas|sem efeito",
    ),
  },
  it: {
    void: combine(
      "sono|sono state|sono stati|restano|è",
      "sospese|sospesi|annullate|annullati|disattivate|disattivati|revocate|rimosse",
    ),
  },
  nl: { void: "opgeheven|opgeschort|uitgeschakeld|gedeactiveerd|buiten werking" },
  pl: { void: combine("zostały|są|zostają", "zawieszone|uchylone|zniesione|wyłączone|cofnięte|odwołane") },
  tr: { void: "askıya alındı|askıya alınmıştır|yürürlükten kaldırıldı|iptal edildi|devre dışı bırakıldı" },
  ru: { void: "отменены|приостановлены|отключены|сняты|аннулированы" },
  uk: { void: "скасовано|призупинено|вимкнено|знято|анульовано" },
  ar: { void: "معلقة|معلق|ملغاة|موقوفة|تم تعليقها|تم إلغاؤها" },
  fa: { void: "معلق است|معلق شد|معلق شده|لغو شده|تعلیق شد|غیرفعال است" },
  hi: { void: "निलंबित|निलंबित हैं|रद्द कर दिए गए|स्थगित हैं|स्थगित कर दिए गए" },
  zh: { void: "已暂停|均已暂停|已被暂停|已取消|已失效|已被取消|均已取消" },
  ja: { void: "停止されてい|停止されました|停止しました|解除されてい|無効になりました|無効となりました" },
  ko: { void: "중지됩니다|중지되었|중단되었|정지되었|해제됩니다|무효화되" },
  vi: { void: combine("bị|đã bị|được", "đình chỉ|tạm dừng|hủy bỏ|vô hiệu hóa|gỡ bỏ") },
  id: { void: "ditangguhkan|dinonaktifkan|dicabut|dibatalkan|dihentikan" },
  th: { void: "ถูกระงับ|ถูกยกเลิก|ถูกปิดใช้งาน|ไม่มีผลแล้ว" },
};
