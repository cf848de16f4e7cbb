import { describe, expect, it } from "vitest";
import {
  EVENT_HASH_PAYLOAD_TYPE,
  envelopeOfEventHash,
  preAuthEncoding,
  signEventHash,
  verifyEventHash,
} from "./dsse.js";
import { decodeBase64, encodeBase64, fromHex, sha256 } from "./hash.js";
import { generateSigningKey, signerFromSeed, verifierFromJwk } from "./keys.js";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (value: string) => new TextEncoder().encode(value);

describe("DSSE", () => {
  // secure-systems-lab/dsse, protocol.md, "Test Vectors".
  it("the pre-authentication encoding is the protocol's", () => {
    expect(text(preAuthEncoding("http://example.com/HelloWorld", bytes("hello world")))).toBe(
      "DSSEv1 29 http://example.com/HelloWorld 11 hello world",
    );
  });

  it("lengths count bytes, not characters", () => {
    expect(text(preAuthEncoding("é", bytes("€")))).toBe("DSSEv1 2 é 3 €");
    expect(text(preAuthEncoding("", new Uint8Array()))).toBe("DSSEv1 0  0 ");
  });

  it("an event hash's signature is Ed25519 over the encoding of its raw bytes", () => {
    const { signer } = generateSigningKey();
    const hash = sha256("row");
    const signature = signEventHash(hash, signer);
    const verifier = verifierFromJwk(signer.publicJwk);
    const signed = bytes(`DSSEv1 ${EVENT_HASH_PAYLOAD_TYPE.length} ${EVENT_HASH_PAYLOAD_TYPE} 32 `);
    expect(verifier.verify(new Uint8Array([...signed, ...hash]), decodeBase64(signature))).toBe(true);
    expect(verifyEventHash(hash, signature, verifier)).toBe(true);
    expect(verifyEventHash(sha256("other"), signature, verifier)).toBe(false);
    expect(verifier.verify(hash, decodeBase64(signature))).toBe(false);
  });

  it("malformed signatures are false, not errors", () => {
    const signer = signerFromSeed(fromHex("11".repeat(32)));
    const verifier = verifierFromJwk(signer.publicJwk);
    const signature = signEventHash(sha256("row"), signer);
    for (const malformed of ["", "!", signature.slice(0, -2), `${signature}\n`, encodeBase64(new Uint8Array(64))]) {
      expect(verifyEventHash(sha256("row"), malformed, verifier)).toBe(false);
    }
  });

  it("the envelope carries the hash and the stored signature", () => {
    expect(envelopeOfEventHash(new Uint8Array([1, 2]), "c2ln", "fingerprint")).toEqual({
      payloadType: "application/vnd.portcullis.event-hash.v1",
      payload: "AQI=",
      signatures: [{ keyid: "fingerprint", sig: "c2ln" }],
    });
  });
});
