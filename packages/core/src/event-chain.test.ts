import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { canonicalize } from "./canonical-json.js";
import {
  type ChainPosition,
  type ChainRow,
  contentHash,
  eventHash,
  positionOf,
  sealRow,
  verifyNextRow,
  verifyRow,
  verifyRows,
} from "./event-chain.js";
import { fromHex, sha256, sha256Hex, toHex } from "./hash.js";
import { keyRingOf } from "./key-ring.js";
import { generateSigningKey, type Signer, signerFromSeed } from "./keys.js";

const signer = signerFromSeed(fromHex("42".repeat(32)));
const keys = keyRingOf({ keys: [signer.publicJwk] });

function buildChain(length: number, by: Signer = signer, start: ChainPosition | null = null): ChainRow[] {
  const rows: ChainRow[] = [];
  let position = start;
  for (let count = 0; count < length; count++) {
    const seq = (position?.seq ?? 0) + 1;
    const content = canonicalize({ v: 1, seq: String(seq), tenant: "t", decision: seq % 2 === 0 ? "deny" : "allow" });
    const row = sealRow(content, position, by);
    rows.push(row);
    position = positionOf(row);
  }
  return rows;
}

const codesOf = (rows: Iterable<ChainRow>, start: ChainPosition | null = null) =>
  verifyRows(rows, keys, start).violations.map(({ code, seq }) => `${seq}:${code}`);

describe("the audit chain", () => {
  let rows: ChainRow[];
  beforeAll(() => {
    rows = buildChain(6);
  });
  const rowAt = (index: number) => rows[index] as ChainRow;

  it("hashes as the documents say: previous event hash and content hash, raw bytes", () => {
    const [first, second] = [rowAt(0), rowAt(1)];
    expect(first.prevHash).toBeNull();
    expect(first.contentHash).toBe(sha256Hex(first.content));
    expect(first.eventHash).toBe(toHex(sha256(sha256(first.content))));
    expect(second.prevHash).toBe(first.eventHash);
    expect(second.eventHash).toBe(sha256Hex(fromHex(`${first.eventHash}${sha256Hex(second.content)}`)));
    expect(toHex(eventHash(null, contentHash(first.content)))).toBe(first.eventHash);
  });

  it("an untouched chain has no violations, at once or in parts", () => {
    const whole = verifyRows(rows, keys);
    expect(whole).toEqual({ rowsChecked: 6, violations: [], head: positionOf(rowAt(5)) });
    const half = verifyRows(rows.slice(0, 3), keys);
    expect(verifyRows(rows.slice(3), keys, half.head)).toEqual({ ...whole, rowsChecked: 3 });
  });

  it("nothing to verify leaves the start where it was", () => {
    expect(verifyRows([], keys)).toEqual({ rowsChecked: 0, violations: [], head: null });
  });

  it("a change of any character of any field is detected", () => {
    const fields = ["content", "contentHash", "prevHash", "eventHash", "signature", "keyFingerprint"] as const;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(...fields),
        fc.nat(),
        fc.string({ unit: fc.constantFrom(...'0aAzZ9+/={}":, é'), minLength: 1, maxLength: 1 }),
        (index, field, at, character) => {
          const row = rowAt(index);
          const text = row[field] as string;
          const offset = at % text.length;
          if (text[offset] === character) return;
          const changed = { ...row, [field]: text.slice(0, offset) + character + text.slice(offset + 1) };
          const tampered = rows.with(index, changed);
          expect(verifyRows(tampered, keys).violations.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("an edited content, hashed anew, still lacks the signature", () => {
    const row = rowAt(2);
    const content = row.content.replace("allow", "denyx");
    const hashed = contentHash(content);
    const event = toHex(eventHash(fromHex(row.prevHash as string), hashed));
    const forged = { ...row, content, contentHash: toHex(hashed), eventHash: event };
    expect(codesOf(rows.with(2, forged))).toEqual(["3:bad_signature", "4:prev_hash_mismatch"]);
  });

  it.each<[string, (all: ChainRow[]) => ChainRow[], string[]]>([
    ["a missing row", (all) => all.toSpliced(2, 1), ["4:seq_gap"]],
    ["a missing beginning", (all) => all.slice(1), ["2:seq_gap"]],
    ["a row twice", (all) => all.toSpliced(3, 0, all[2] as ChainRow), ["3:fork"]],
    [
      "edited content",
      (all) => all.with(1, { ...(all[1] as ChainRow), content: (all[0] as ChainRow).content }),
      ["2:content_hash_mismatch", "2:event_hash_mismatch", "2:column_mismatch"],
    ],
    [
      "an edited sequence number",
      (all) => all.with(5, { ...(all[5] as ChainRow), seq: 9 }),
      ["9:seq_gap", "9:column_mismatch"],
    ],
    [
      "an edited event hash",
      (all) => all.with(5, { ...(all[5] as ChainRow), eventHash: "0".repeat(64) }),
      ["6:event_hash_mismatch", "6:bad_signature"],
    ],
    [
      "a hash in capitals",
      (all) => all.with(5, { ...(all[5] as ChainRow), eventHash: "A".repeat(64) }),
      ["6:malformed_row"],
    ],
    ["another key's name", (all) => all.with(5, { ...(all[5] as ChainRow), keyFingerprint: "x" }), ["6:unknown_key"]],
    ["an unsigned row", (all) => all.with(5, { ...(all[5] as ChainRow), signature: "" }), ["6:bad_signature"]],
  ])("%s is named as what it is", (_what, tamper, expected) => {
    expect(codesOf(tamper(rows))).toEqual(expected);
  });

  it("two signed rows after the same one are a fork", () => {
    const third = positionOf(rowAt(2));
    const other = sealRow(canonicalize({ seq: "4", other: true }), third, signer);
    expect(codesOf([other], positionOf(rowAt(3)))).toEqual(["4:fork"]);
    const renumbered = sealRow(canonicalize({ seq: "5" }), { ...third, seq: 4 }, signer);
    expect(codesOf([renumbered], positionOf(rowAt(3)))).toEqual(["5:fork"]);
  });

  it("a chain that goes on from another history is a wrong link", () => {
    const rival = sealRow(canonicalize({ seq: "4" }), { seq: 3, eventHash: "0".repeat(64), prevHash: null }, signer);
    expect(codesOf([rival], positionOf(rowAt(2)))).toEqual(["4:prev_hash_mismatch"]);
  });

  it("signed text that is not canonical, or no object, is refused", () => {
    for (const content of ['{"b":1,"a":2}', '{"seq": "1"}', '{"a":1,"a":1}', "[]", "{", '{"a":1.0}']) {
      expect(codesOf([sealRow(content, null, signer)])).toEqual(["1:not_canonical"]);
    }
  });

  it("an edited projection is a column mismatch, an equal one is not", () => {
    const row = rowAt(1);
    const columns = { decision: "deny", tenant: "t", error: undefined };
    expect(verifyRow({ ...row, columns }, keys)).toEqual([]);
    expect(verifyRow({ ...row, columns: { ...columns, decision: "allow" } }, keys)).toEqual([
      expect.objectContaining({ code: "column_mismatch", column: "decision", seq: 2 }),
    ]);
    expect(verifyRow({ ...row, columns: { error: "x" } }, keys)).toHaveLength(1);
    expect(verifyRow({ ...row, columns: { decision: undefined } }, keys)).toHaveLength(1);
    expect(verifyRow({ ...row, columns: { toString: undefined } }, keys)).toEqual([]);
  });

  it("a key signs only within its window of sequence numbers", () => {
    const next = generateSigningKey().signer;
    const rotated = [...rows, ...buildChain(2, next, positionOf(rowAt(5)))];
    const windowed = (lastOfOld: number) => ({
      keys: [signer.publicJwk, next.publicJwk],
      windows: { [signer.fingerprint]: { firstSeq: 1, lastSeq: lastOfOld }, [next.fingerprint]: { firstSeq: 7 } },
    });
    expect(verifyRows(rotated, windowed(6)).violations).toEqual([]);
    expect(verifyRows(rotated, windowed(5)).violations.map(({ code, seq }) => [code, seq])).toEqual([
      ["key_outside_window", 6],
    ]);
  });

  it("a step is pure: the same inputs give the same answer", () => {
    const position = positionOf(rowAt(1));
    const before = JSON.stringify([position, rowAt(2)]);
    expect(verifyNextRow(position, rowAt(2), keys)).toEqual(verifyNextRow(position, rowAt(2), keys));
    expect(JSON.stringify([position, rowAt(2)])).toBe(before);
  });

  it("keys are known by their thumbprint, whatever kid they claim, and unusable ones are left out", () => {
    const stranger = generateSigningKey().signer;
    const lying = { ...stranger.publicJwk, kid: signer.fingerprint };
    const unusable = { kty: "EC", crv: "P-256", x: "AAAA" } as never;
    expect(verifyRow(rowAt(0), [lying, unusable]).map(({ code }) => code)).toEqual(["unknown_key"]);
    expect(verifyRow(rowAt(0), [lying, unusable, signer.publicJwk])).toEqual([]);
  });
});
