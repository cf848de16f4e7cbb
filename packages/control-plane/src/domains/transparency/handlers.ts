// Tag transparency: the deployment's public keys, the one that signs now and those that signed before.

import { formatInstant } from "@portcullis/core";
import type { HandlersOf } from "../../http/handler.js";
import { publishedJwk } from "../../keys/published-jwk.js";

export const transparencyHandlers: HandlersOf<"transparency"> = {
  "transparency.keys": async ({ services: { keys } }) => {
    const published = keys.publicKeys().map(({ jwk, retiredAtMs }) => ({ jwk: publishedJwk(jwk), retiredAtMs }));
    return {
      primary_fingerprint: keys.rowSigner.fingerprint,
      historical_keys: published.flatMap(({ jwk, retiredAtMs }) =>
        retiredAtMs === null ? [] : [{ fingerprint: jwk.kid, jwk, retired_at: formatInstant(retiredAtMs) }],
      ),
      keys: published.map(({ jwk }) => jwk),
    };
  },
};
