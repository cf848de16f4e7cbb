// Tag receipts: the key that signs them now, the receipt of an execution, and the check of an archived one.

import { verifyReceipt } from "@portcullis/core";
import type { HandlersOf } from "../../http/handler.js";
import { publishedJwk } from "../../keys/published-jwk.js";
import { readReceipt } from "../audit/index.js";

export const receiptsHandlers: HandlersOf<"receipts"> = {
  "receipts.key": async ({ services }) => {
    const jwk = publishedJwk(services.keys.rowSigner.publicJwk);
    return { fingerprint: jwk.kid, jwk };
  },

  "receipts.get": (context, { params }) => readReceipt(context, params.execution_id),

  "receipts.verify": async ({ services }, { body }) => {
    const keys = services.keys.publicKeys().map((key) => key.jwk);
    const { valid, checked, violations } = verifyReceipt(body.receipt, keys);
    return { valid, checked, violations: violations.map(({ code, message }) => ({ code, message })) };
  },
};
