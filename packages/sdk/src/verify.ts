// Offline verification of receipts: needs no server, only keys that were pinned beforehand. Runs anywhere.

export {
  type KeySet,
  type PublicJwk,
  type Receipt,
  type ReceiptVerification,
  type ReceiptViolation,
  verifyReceipt,
} from "@portcullis/core";
