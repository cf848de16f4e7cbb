// The secret of a tenant's redaction tokens, which its edges are told. It is derived from the deployment's token secret, of
// which it says nothing, so that every replica has the same one and nothing is kept.

import { createHmac } from "node:crypto";
import type { KeyRing } from "./key-ring.js";

/** 64 hexadecimal digits; other ones for another tenant, and once the deployment's token secret is changed. */
export function redactionKeyOf({ tokenSecret }: Pick<KeyRing, "tokenSecret">, tenantId: string): string {
  return createHmac("sha256", tokenSecret).update(`portcullis redaction tokens\n${tenantId}`).digest("hex");
}
