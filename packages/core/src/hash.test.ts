import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cryptoPort as noble } from "./crypto/noble.js";
import { cryptoPort as node } from "./crypto/node.js";
import {
  decodeBase64,
  decodeBase64Url,
  EncodingError,
  encodeBase64,
  encodeBase64Url,
  fromHex,
  isSha256Hex,
  sha256,
  sha256Hex,
  toHex,
} from "./hash.js";

const bytes = fc.uint8Array({ maxLength: 200 });

describe("hashes", () => {
  // FIPS 180-4 examples, as published by NIST ("SHA256.pdf", one-block and two-block message).
  it.each([
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ])("SHA-256 of %j is the published one", (text, expected) => {
    expect(sha256Hex(text)).toBe(expected);
    expect(toHex(sha256(new TextEncoder().encode(text)))).toBe(expected);
  });

  it("both crypto ports hash and encode alike", () => {
    fc.assert(
      fc.property(bytes, fc.string({ unit: "binary" }), (data, text) => {
        expect(noble.sha256(data)).toEqual(node.sha256(data));
        expect(noble.sha256Hex(text)).toBe(node.sha256Hex(text));
        expect(noble.sha1Hex(data)).toBe(node.sha1Hex(data));
        expect(noble.toHex(data)).toBe(node.toHex(data));
        expect(noble.encodeBase64(data)).toBe(node.encodeBase64(data));
        expect(noble.decodeBase64(node.encodeBase64(data))).toEqual(node.decodeBase64(noble.encodeBase64(data)));
      }),
    );
  });

  it("workspace sources run on node:crypto", async () => {
    const { cryptoPort } = await import("#crypto");
    expect(cryptoPort.name).toBe("node");
  });
});

describe("text forms of bytes", () => {
  it("decode what they encoded", () => {
    fc.assert(
      fc.property(bytes, (data) => {
        expect(fromHex(toHex(data))).toEqual(data);
        expect(decodeBase64(encodeBase64(data))).toEqual(data);
        expect(decodeBase64Url(encodeBase64Url(data))).toEqual(data);
      }),
    );
  });

  it("accept only the one text that encodes the bytes", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ABZabz019+/-_= \n"), maxLength: 12 });
    fc.assert(
      fc.property(text, (candidate) => {
        for (const [decode, encode] of [
          [decodeBase64, encodeBase64],
          [decodeBase64Url, encodeBase64Url],
          [fromHex, toHex],
        ] as const) {
          try {
            expect(encode(decode(candidate))).toBe(candidate);
          } catch (error) {
            expect(error).toBeInstanceOf(EncodingError);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  // The first seven are RFC 4648 section 10.
  it.each([
    ["", ""],
    ["f", "Zg=="],
    ["fo", "Zm8="],
    ["foo", "Zm9v"],
    ["foob", "Zm9vYg=="],
    ["fooba", "Zm9vYmE="],
    ["foobar", "Zm9vYmFy"],
  ])("base64 of %j is %j", (text, expected) => {
    expect(encodeBase64(new TextEncoder().encode(text))).toBe(expected);
    expect(new TextDecoder().decode(decodeBase64(expected))).toBe(text);
  });

  it.each(["Zg", "Zg=", "Zh==", "Zm9=", "Zg==\n", " Zg==", "Zg==Zg==", "Z===", "====", "Zm9_", "Zm9vé"])(
    "base64 %j is refused",
    (text) => {
      expect(() => decodeBase64(text)).toThrow(expect.objectContaining({ code: "invalid_base64" }));
    },
  );

  it.each(["Zg==", "Zh", "Z", "Zm9+", "Zm 9"])("base64url %j is refused", (text) => {
    expect(() => decodeBase64Url(text)).toThrow(expect.objectContaining({ code: "invalid_base64url" }));
  });

  it.each(["0", "AB", "0g", "zz", "0x12"])("hex %j is refused", (text) => {
    expect(() => fromHex(text)).toThrow(expect.objectContaining({ code: "invalid_hex" }));
  });

  it("only 64 lowercase hex digits are a SHA-256", () => {
    expect(isSha256Hex("a".repeat(64))).toBe(true);
    for (const value of ["a".repeat(63), "A".repeat(64), `${"a".repeat(64)}\n`, null, 7]) {
      expect(isSha256Hex(value)).toBe(false);
    }
  });
});
