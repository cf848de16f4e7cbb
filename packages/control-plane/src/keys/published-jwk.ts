// A public key as the API publishes it: the members of RFC 8037 and the thumbprint as its id.

import { jwkThumbprint, type PublicJwk } from "@portcullis/core";

export interface PublishedJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
}

export function publishedJwk(jwk: PublicJwk): PublishedJwk {
  return { kty: jwk.kty, crv: jwk.crv, x: jwk.x, kid: jwkThumbprint(jwk) };
}
