import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalize } from "./canonical-json.js";
import { sealRow } from "./event-chain.js";
import { fromHex } from "./hash.js";
import { generateSigningKey, signerFromSeed } from "./keys.js";
import { makeReceipt, type Receipt, verifyReceipt } from "./receipt.js";

const signer = signerFromSeed(fromHex("42".repeat(32)));
const keys = { keys: [signer.publicJwk] };
const CONTENT = {
  v: 1,
  seq: "1",
  tenant: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  audit_id: "2ed6657d-e927-568b-95e1-2665a8aea6a2",
  action: "execute",
  decision: "allow",
  outcome: "allowed",
  findings: ["email"],
  instance: "edge-1",
  edge_statement: { instance: "edge-1", dispatched: true },
};

function receiptOf(content: object = CONTENT): Receipt {
  return makeReceipt({ row: sealRow(canonicalize(content), null, signer) });
}

const codesOf = (receipt: unknown, trusted: Parameters<typeof verifyReceipt>[1] = keys) =>
  verifyReceipt(receipt, trusted).violations.map(({ code }) => code);

describe("receipts", () => {
  it("a receipt verifies with the pinned key, after a trip through JSON too", () => {
    const receipt = receiptOf();
    const verdict = { valid: true, checked: "signature", violations: [] };
    expect(verifyReceipt(receipt, keys)).toEqual(verdict);
    expect(verifyReceipt(JSON.parse(JSON.stringify(receipt)), [signer.publicJwk])).toEqual(verdict);
  });

  it("names the edge and marks findings and outcome as the edge's statements", () => {
    const receipt = receiptOf();
    expect(receipt.edge_instance).toBe("edge-1");
    expect(receipt.statements).toEqual({ edge: ["findings", "outcome", "edge_statement"] });
    expect(receipt.audit_id).toBe(CONTENT.audit_id);
    expect(receipt.tenant_id).toBe(CONTENT.tenant);
  });

  it("the end of a call that no edge told of is not marked as an edge's statement", () => {
    const { edge_statement: _told, ...untold } = CONTENT;
    for (const content of [untold, { ...untold, edge_statement: null }]) {
      expect(receiptOf(content).statements).toEqual({ edge: ["findings"] });
    }
  });

  it("a refusal that an edge made by itself is its statement, the decision included", () => {
    const { instance: _asked, ...refusal } = {
      ...CONTENT,
      decision: "deny",
      outcome: "denied",
      code: "malformed_body",
    };
    const receipt = receiptOf(refusal);
    expect(receipt.edge_instance).toBe("edge-1");
    expect(receipt.statements).toEqual({ edge: ["findings", "outcome", "code", "edge_statement", "decision"] });
    expect(verifyReceipt(receipt, keys).valid).toBe(true);
  });

  it("a row that no edge took part in has no statements of an edge", () => {
    const { instance: _edge, edge_statement: _told, ...central } = CONTENT;
    const receipt = receiptOf(central);
    expect(receipt.edge_instance).toBeNull();
    expect(receipt.statements).toEqual({ edge: [] });
    expect(verifyReceipt(receipt, keys).valid).toBe(true);
  });

  it("holds no key, and a key that it brings is not trusted", () => {
    const forger = generateSigningKey().signer;
    const forged = makeReceipt({ row: sealRow(canonicalize({ ...CONTENT, decision: "deny" }), null, forger) });
    expect(JSON.stringify(receiptOf())).not.toContain(signer.publicJwk.x);
    expect(codesOf(forged)).toEqual(["unknown_key"]);
    expect(codesOf({ ...forged, keys: [forger.publicJwk] })).toEqual(["malformed_receipt"]);
    const renamed = { ...forged.envelope.signatures[0], keyid: signer.fingerprint };
    expect(codesOf({ ...forged, envelope: { ...forged.envelope, signatures: [renamed] } })).toEqual(["bad_signature"]);
  });

  it.each<[string, (receipt: Receipt) => unknown, string[]]>([
    [
      "another decision",
      (r) => ({ ...r, content: r.content.replace('"allow"', '"deny"') }),
      ["content_hash_mismatch", "event_hash_mismatch"],
    ],
    ["another audit id", (r) => ({ ...r, audit_id: "x" }), ["content_mismatch"]],
    ["another tenant", (r) => ({ ...r, tenant_id: "x" }), ["content_mismatch"]],
    ["another edge", (r) => ({ ...r, edge_instance: null }), ["content_mismatch"]],
    ["fewer statements of the edge", (r) => ({ ...r, statements: { edge: ["findings"] } }), ["content_mismatch"]],
    [
      "another payload type",
      (r) => ({ ...r, envelope: { ...r.envelope, payloadType: "text/plain" } }),
      ["envelope_mismatch"],
    ],
    ["another payload", (r) => ({ ...r, envelope: { ...r.envelope, payload: "AAAA" } }), ["envelope_mismatch"]],
    [
      "a second signature",
      (r) => ({ ...r, envelope: { ...r.envelope, signatures: [...r.envelope.signatures, 1] } }),
      ["malformed_receipt"],
    ],
    ["another previous hash", (r) => ({ ...r, prev_hash: "0".repeat(64) }), ["event_hash_mismatch"]],
    ["a later version", (r) => ({ ...r, v: 2 }), ["unsupported_version"]],
    ["content that is no JSON", (r) => ({ ...r, content: "{" }), ["not_canonical"]],
  ])("%s makes it invalid", (_what, tamper, expected) => {
    expect(codesOf(tamper(receiptOf()))).toEqual(expected);
  });

  it("a member left out, or of another type, makes it malformed or mismatched, never an error", () => {
    const receipt = receiptOf();
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(receipt)), fc.anything(), (member, value) => {
        if (value === receipt[member as keyof Receipt]) return;
        const verdict = verifyReceipt({ ...receipt, [member]: value }, keys);
        expect(verdict.valid).toBe(false);
        expect(verdict.checked).toBe("signature");
      }),
      { numRuns: 500 },
    );
  });

  it("a change of any character in its JSON is detected, or leaves it the same receipt", () => {
    const text = JSON.stringify(receiptOf());
    const original = canonicalize(receiptOf());
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0aZ_/+=":,{}[] '), (at, character) => {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        let parsed: unknown;
        try {
          parsed = JSON.parse(changed);
        } catch {
          return;
        }
        if (canonicalize(parsed) !== original) expect(verifyReceipt(parsed, keys).valid).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("a member that receipts do not have, wherever it stands, is not let through unsigned", () => {
    const receipt = receiptOf();
    const { envelope, statements } = receipt;
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom("decision", "outcome", "jwk")),
        fc.jsonValue(),
        (member, value) => {
          const more = { [member]: value };
          const signatures = envelope.signatures.map((signature) => ({ ...more, ...signature }));
          for (const changed of [
            { ...more, ...receipt },
            { ...receipt, envelope: { ...more, ...envelope } },
            { ...receipt, envelope: { ...envelope, signatures } },
            { ...receipt, statements: { ...more, ...statements } },
          ]) {
            const isSame = canonicalize(changed) === canonicalize(receipt);
            expect(codesOf(changed)).toEqual(isSame ? [] : ["malformed_receipt"]);
          }
        },
      ),
    );
    expect(codesOf({ ...receipt, statements: { edge: statements.edge.map((name) => [name]) } })).toEqual([
      "malformed_receipt",
    ]);
  });

  it("garbage is malformed, never an error", () => {
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error("trap");
        },
        has() {
          throw new Error("trap");
        },
      },
    );
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const value of [undefined, null, 7, "receipt", [], {}, cycle, hostile, new Map(), () => 1]) {
      expect(codesOf(value)).toEqual(["malformed_receipt"]);
    }
    fc.assert(fc.property(fc.anything(), (value) => !verifyReceipt(value, keys).valid));
  });

  it("without usable pinned keys nothing is valid", () => {
    const receipt = receiptOf();
    for (const none of [[], { keys: [] }, { keys: [{ kty: "RSA" }] }, {}, null, "keys"]) {
      expect(verifyReceipt(receipt, none as never).valid).toBe(false);
    }
  });

  it("is not made from a content that names no audit id or tenant", () => {
    expect(() => receiptOf({ seq: "1" })).toThrow(/audit_id and tenant/);
  });
});
