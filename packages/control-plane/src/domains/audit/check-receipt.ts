// Whether a receipt holds by this deployment's keys.

import { type ReceiptVerification, verifyReceipt } from "@portcullis/core";
import type { KeyRing } from "../../keys/key-ring.js";

/** Throws when the keys must be read again and the store fails. */
export async function checkReceipt(receipt: unknown, keys: KeyRing): Promise<ReceiptVerification> {
  const check = () =>
    verifyReceipt(
      receipt,
      keys.publicKeys().map((key) => key.jwk),
    );
  const report = check();
  if (!report.violations.some(({ code }) => code === "unknown_key")) return report;
  // Another replica may have signed with a key that this process has not read yet.
  await keys.refresh();
  return check();
}
