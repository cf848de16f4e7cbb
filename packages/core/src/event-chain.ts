/**
 * The bytes of the audit chain: hashes, signature and verification of one row and of a run of rows. Pure and incremental:
 * verification takes a position and gives the next one, and answers with violations instead of throwing. Knows nothing of
 * storage, and nothing of what a content means beyond its own `seq`.
 */
import { canonicalize } from "./canonical-json.js";
import { signEventHash, verifyEventHash } from "./dsse.js";
import { fromHex, isSha256Hex, sha256, toHex } from "./hash.js";
import type { JsonObject, JsonValue } from "./json-numbers.js";
import { type KeyRing, type KeyRingSource, keyRingOf } from "./key-ring.js";
import type { Signer } from "./keys.js";
import { isJsonObject, parseStrictJson } from "./strict-json.js";

/** One stored row. Hashes are lowercase hex, the signature is standard base64, `content` is the canonical text itself. */
export interface ChainRow {
  /** 1 for the first row of a tenant's chain. */
  readonly seq: number;
  readonly content: string;
  readonly contentHash?: string;
  /** Null only for the first row. */
  readonly prevHash: string | null;
  readonly eventHash: string;
  readonly signature: string;
  readonly keyFingerprint: string;
  /** Projected columns to compare: the content's member of each name must be equal; undefined means that it must be absent. */
  readonly columns?: Readonly<Record<string, JsonValue | undefined>>;
}

export type ChainViolationCode =
  | "content_hash_mismatch"
  | "event_hash_mismatch"
  | "prev_hash_mismatch"
  | "seq_gap"
  | "fork"
  | "bad_signature"
  | "unknown_key"
  | "key_outside_window"
  | "column_mismatch"
  | "not_canonical"
  | "malformed_row";

/** One thing that is wrong with one row. `message` is for people; `column` names the edited one of `column_mismatch`. */
export interface ChainViolation {
  readonly code: ChainViolationCode;
  readonly seq: number;
  readonly message: string;
  readonly column?: string;
}

/** Where a chain stands after a row. Null stands for an empty chain. */
export interface ChainPosition {
  readonly seq: number;
  readonly eventHash: string;
  /** What the row at `seq` follows; lets the next step tell a fork from a wrong link. */
  readonly prevHash: string | null;
}

/** What {@link verifyRows} found; `head` is where to go on from. */
export interface ChainVerification {
  readonly rowsChecked: number;
  readonly violations: readonly ChainViolation[];
  readonly head: ChainPosition | null;
}

/** SHA-256 of the content's bytes. */
export function contentHash(contentBytes: Uint8Array | string): Uint8Array {
  return sha256(contentBytes);
}

/** SHA-256 of the previous event hash and the content hash, raw bytes; of the content hash alone for the first row. */
export function eventHash(prev: Uint8Array | null, content: Uint8Array): Uint8Array {
  if (prev === null) return sha256(content);
  const joined = new Uint8Array(prev.length + content.length);
  joined.set(prev);
  joined.set(content, prev.length);
  return sha256(joined);
}

/** The row after `position`, hashed and signed. `content` must be canonical text that already names its `seq`. */
export function sealRow(content: string, position: ChainPosition | null, signer: Signer): ChainRow {
  const prevHash = position?.eventHash ?? null;
  const hashed = contentHash(content);
  const event = eventHash(prevHash === null ? null : fromHex(prevHash), hashed);
  return {
    seq: (position?.seq ?? 0) + 1,
    content,
    contentHash: toHex(hashed),
    prevHash,
    eventHash: toHex(event),
    signature: signEventHash(event, signer),
    keyFingerprint: signer.fingerprint,
  };
}

/** The position that a row leaves behind. */
export function positionOf(row: ChainRow): ChainPosition {
  return { seq: row.seq, eventHash: row.eventHash, prevHash: row.prevHash };
}

/** Everything about a row that can be checked without its neighbours. Give a {@link KeyRing} when there are many rows. */
export function verifyRow(row: ChainRow, keys: KeyRingSource): ChainViolation[] {
  const violations: ChainViolation[] = [];
  const report = (code: ChainViolationCode, message: string, column?: string) => {
    violations.push({ code, seq: row.seq, message, ...(column === undefined ? {} : { column }) });
  };
  if (!hasRowShape(row)) {
    report("malformed_row", "seq, hashes, signature or content are not of the form that a row has");
    return violations;
  }
  const computedContentHash = contentHash(row.content);
  if (row.contentHash !== undefined && row.contentHash !== toHex(computedContentHash)) {
    report("content_hash_mismatch", "the content does not hash to the stored content hash");
  }
  const computedEventHash = eventHash(row.prevHash === null ? null : fromHex(row.prevHash), computedContentHash);
  if (row.eventHash !== toHex(computedEventHash)) {
    report("event_hash_mismatch", "previous hash and content do not hash to the stored event hash");
  }
  checkSignature(row, keyRingOf(keys), report);
  checkContent(row, report);
  return violations;
}

/** One step along a chain: the violations of `row` itself and of its place after `position`, and the next position. */
export function verifyNextRow(
  position: ChainPosition | null,
  row: ChainRow,
  keys: KeyRingSource,
): { violations: ChainViolation[]; position: ChainPosition } {
  const violations = verifyRow(row, keys);
  const link = checkLink(position, row);
  if (link !== null) violations.unshift(link);
  return { violations, position: positionOf(row) };
}

/** Verifies rows in order of `seq`, from the chain's beginning or from `start` (exclusive). Goes on after a violation. */
export function verifyRows(
  rows: Iterable<ChainRow>,
  keys: KeyRingSource,
  start: ChainPosition | null = null,
): ChainVerification {
  const ring = keyRingOf(keys);
  const violations: ChainViolation[] = [];
  let head = start;
  let rowsChecked = 0;
  for (const row of rows) {
    const step = verifyNextRow(head, row, ring);
    violations.push(...step.violations);
    head = step.position;
    rowsChecked++;
  }
  return { rowsChecked, violations, head };
}

type Report = (code: ChainViolationCode, message: string, column?: string) => void;

function hasRowShape(row: ChainRow): boolean {
  return (
    Number.isSafeInteger(row.seq) &&
    row.seq >= 1 &&
    typeof row.content === "string" &&
    (row.contentHash === undefined || isSha256Hex(row.contentHash)) &&
    (row.prevHash === null || isSha256Hex(row.prevHash)) &&
    isSha256Hex(row.eventHash) &&
    typeof row.signature === "string" &&
    typeof row.keyFingerprint === "string"
  );
}

function checkSignature(row: ChainRow, ring: KeyRing, report: Report): void {
  const key = ring.find(row.keyFingerprint);
  if (key === undefined) {
    report("unknown_key", `no trusted key has the fingerprint ${row.keyFingerprint}`);
    return;
  }
  if (row.seq < key.firstSeq || row.seq > key.lastSeq) {
    report("key_outside_window", `the key ${row.keyFingerprint} does not sign at this sequence number`);
  }
  if (!verifyEventHash(fromHex(row.eventHash), row.signature, key.verifier)) {
    report("bad_signature", "the signature is not the named key's over the event hash");
  }
}

function checkContent(row: ChainRow, report: Report): void {
  const content = readContent(row.content);
  if (content === null) {
    report("not_canonical", "the content is not a JSON object in its canonical form");
    return;
  }
  if (content.seq !== String(row.seq)) {
    report("column_mismatch", "the column seq differs from the content", "seq");
  }
  for (const [column, value] of Object.entries(row.columns ?? {})) {
    const recorded = Object.hasOwn(content, column) ? content[column] : undefined;
    if (!isSameValue(value, recorded))
      report("column_mismatch", `the column ${column} differs from the content`, column);
  }
}

function readContent(text: string): JsonObject | null {
  try {
    const value = parseStrictJson(text, { maxDepth: 512 });
    return isJsonObject(value) && canonicalize(value) === text ? value : null;
  } catch {
    return null;
  }
}

function isSameValue(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  try {
    return canonicalize(left) === canonicalize(right);
  } catch {
    return false;
  }
}

function checkLink(position: ChainPosition | null, row: ChainRow): ChainViolation | null {
  const { seq } = row;
  if (position === null) {
    if (seq !== 1) return { code: "seq_gap", seq, message: "the chain does not begin with sequence number 1" };
    if (row.prevHash === null) return null;
    return { code: "prev_hash_mismatch", seq, message: "the first row must not name a previous hash" };
  }
  if (seq === position.seq || (row.prevHash === position.prevHash && row.prevHash !== position.eventHash)) {
    return { code: "fork", seq, message: "two rows claim the same place in the chain" };
  }
  if (seq !== position.seq + 1) {
    return { code: "seq_gap", seq, message: `expected sequence number ${position.seq + 1}` };
  }
  if (row.prevHash === position.eventHash) return null;
  return { code: "prev_hash_mismatch", seq, message: "the row does not name the event hash of the row before it" };
}
