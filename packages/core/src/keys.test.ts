import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cryptoPort as noble } from "./crypto/noble.js";
import { cryptoPort as node } from "./crypto/node.js";
import { decodeBase64Url, encodeBase64Url, fromHex, toHex } from "./hash.js";
import { generateSigningKey, jwkThumbprint, type PublicJwk, signerFromSeed, verifierFromJwk } from "./keys.js";

/** RFC 8032, section 7.1, tests 1 to 3: seed, public key, message, signature. */
const RFC_8032 = [
  [
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
  [
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  ],
  [
    "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    "af82",
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  ],
] as const;
const PORTS = [node, noble];

describe("Ed25519", () => {
  it.each(RFC_8032)("the seed %s signs as in RFC 8032, on both ports", (seed, publicKey, message, signature) => {
    for (const port of PORTS) {
      expect(toHex(port.ed25519PublicKey(fromHex(seed)))).toBe(publicKey);
      expect(toHex(port.ed25519Signer(fromHex(seed))(fromHex(message)))).toBe(signature);
      expect(port.ed25519Verifier(fromHex(publicKey))(fromHex(message), fromHex(signature))).toBe(true);
    }
  });

  it("both ports sign alike and accept each other's signatures, and no changed one", () => {
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(seed, fc.uint8Array({ maxLength: 80 }), fc.nat(511), (secret, message, bit) => {
        const signature = node.ed25519Signer(secret)(message);
        expect(noble.ed25519Signer(secret)(message)).toEqual(signature);
        const tampered = Uint8Array.from(signature);
        tampered[bit >> 3] = (tampered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        for (const port of PORTS) {
          const verify = port.ed25519Verifier(node.ed25519PublicKey(secret));
          expect(verify(message, signature)).toBe(true);
          expect(verify(message, tampered)).toBe(false);
        }
      }),
      { numRuns: 15 },
    );
  });

  it("a signature whose scalar is not reduced is refused by both ports", () => {
    const [seed, publicKey, message, signature] = RFC_8032[1];
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const bytes = fromHex(signature);
    const scalar = BigInt(`0x${toHex(bytes.slice(32).reverse())}`) + order;
    bytes.set(fromHex(scalar.toString(16).padStart(64, "0")).reverse(), 32);
    for (const port of PORTS) {
      expect(port.ed25519Verifier(fromHex(publicKey))(fromHex(message), bytes)).toBe(false);
      expect(port.ed25519Verifier(fromHex(publicKey))(fromHex(message), bytes.slice(0, 63))).toBe(false);
    }
    expect(signerFromSeed(fromHex(seed)).publicJwk.x).toBe(encodeBase64Url(fromHex(publicKey)));
  });

  it.each([
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  ])("the small-order point %s is no key", (point) => {
    const jwk = { kty: "OKP", crv: "Ed25519", x: encodeBase64Url(fromHex(point)) } as const;
    expect(() => verifierFromJwk(jwk)).toThrow(expect.objectContaining({ code: "weak_key" }));
  });
});

describe("keys", () => {
  // RFC 8037, appendix A.1 to A.3, which applies RFC 7638 to an Ed25519 key.
  it("seed, JWK and thumbprint are those of RFC 8037", () => {
    const signer = signerFromSeed(decodeBase64Url("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"));
    expect(signer.publicJwk).toEqual({
      kty: "OKP",
      crv: "Ed25519",
      x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
      kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
      use: "sig",
      alg: "EdDSA",
    });
    expect(signer.fingerprint).toBe("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    expect(jwkThumbprint(signer.publicJwk)).toBe(signer.fingerprint);
  });

  it("a new key signs what its public half verifies, and survives export and import", () => {
    const { seed, signer } = generateSigningKey();
    const message = new TextEncoder().encode("message");
    const again = signerFromSeed(seed);
    expect(again.publicJwk).toEqual(signer.publicJwk);
    const verifier = verifierFromJwk(signer.publicJwk);
    expect(verifier.fingerprint).toBe(signer.fingerprint);
    expect(verifier.verify(message, again.sign(message))).toBe(true);
    expect(verifierFromJwk(generateSigningKey().signer.publicJwk).verify(message, again.sign(message))).toBe(false);
  });

  it.each([0, 31, 33])("a seed of %i bytes is refused", (length) => {
    expect(() => signerFromSeed(new Uint8Array(length))).toThrow(expect.objectContaining({ code: "invalid_seed" }));
  });

  it.each([
    null,
    {},
    { kty: "EC", crv: "P-256", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" },
    { kty: "OKP", crv: "X25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" },
    { kty: "OKP", crv: "Ed25519" },
    { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURp" },
    { kty: "OKP", crv: "Ed25519", x: "11qY" },
  ])("the JWK %j is refused", (jwk) => {
    expect(() => verifierFromJwk(jwk as unknown as PublicJwk)).toThrow(
      expect.objectContaining({ code: "invalid_jwk" }),
    );
  });
});
