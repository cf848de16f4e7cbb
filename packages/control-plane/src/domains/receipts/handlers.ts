// Tag receipts: the key that signs them now, the receipt of an execution, and the check of an archived one.

import type { HandlersOf } from "../../http/handler.js";
import { publishedJwk } from "../../keys/published-jwk.js";
import { checkReceipt, readReceipt } from "../audit/index.js";

export const receiptsHandlers: HandlersOf<"receipts"> = {
  "receipts.key": async ({ services }) => {
    const jwk = publishedJwk(services.keys.rowSigner.publicJwk);
    return { fingerprint: jwk.kid, jwk };
  },

  "receipts.get": (context, { params }) => readReceipt(context, params.execution_id),

  "receipts.verify": async ({ services }, { body }) => {
    const { valid, checked, violations } = await checkReceipt(body.receipt, services.keys);
    return { valid, checked, violations: violations.map(({ code, message }) => ({ code, message })) };
  },
};
