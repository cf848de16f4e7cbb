/**
 * Signed receipts: one row of the chain in a form that anyone can verify offline with keys pinned beforehand. A receipt brings
 * no key. What it says outside `content` must follow from `content`, so nothing in it is unsigned. It says that the row was
 * signed, not that the row is still in the chain; that needs a checkpoint.
 */
import { type DsseEnvelope, EVENT_HASH_PAYLOAD_TYPE, envelopeOfEventHash } from "./dsse.js";
import { edgeInstanceOf, edgeStatementsOf } from "./edge-statements.js";
import { type ChainRow, contentHash, verifyRow } from "./event-chain.js";
import { decodeBase64, fromHex, isSha256Hex, toHex } from "./hash.js";
import type { JsonObject } from "./json-numbers.js";
import { type KeyRingSource, keyRingOf } from "./key-ring.js";
import { isJsonObject, parseStrictJson } from "./strict-json.js";

/** A receipt in JSON: hashes are lowercase hex, `content` is the row's canonical text. */
export interface Receipt {
  readonly v: 1;
  readonly audit_id: string;
  readonly tenant_id: string;
  /** The edge whose statements the content repeats; null for rows that the control plane wrote by itself. */
  readonly edge_instance: string | null;
  readonly content: string;
  readonly prev_hash: string | null;
  readonly content_hash: string;
  readonly event_hash: string;
  readonly envelope: DsseEnvelope;
  /** Members of the content that are the edge's word; everything else is the control plane's. */
  readonly statements: { readonly edge: readonly string[] };
}

export type ReceiptViolationCode =
  | "malformed_receipt"
  | "unsupported_version"
  | "not_canonical"
  | "content_hash_mismatch"
  | "event_hash_mismatch"
  | "envelope_mismatch"
  | "bad_signature"
  | "unknown_key"
  | "key_outside_window"
  | "content_mismatch";

/** One thing that is wrong with a receipt; `message` is for people. */
export interface ReceiptViolation {
  readonly code: ReceiptViolationCode;
  readonly message: string;
}

/** `checked` says what the verdict rests on: hashes and a pinned key's signature, not inclusion in a checkpoint. */
export interface ReceiptVerification {
  readonly valid: boolean;
  readonly checked: "signature";
  readonly violations: readonly ReceiptViolation[];
}

/** The receipt of a row whose content names `audit_id` and `tenant`. */
export function makeReceipt({ row }: { row: ChainRow }): Receipt {
  const content = parseStrictJson(row.content, { maxDepth: 512 });
  if (!isJsonObject(content)) throw new TypeError("the content of a row must be a JSON object");
  const { audit_id, tenant } = content;
  if (typeof audit_id !== "string" || typeof tenant !== "string") {
    throw new TypeError("the content of a row must name audit_id and tenant");
  }
  return {
    v: 1,
    audit_id,
    tenant_id: tenant,
    edge_instance: edgeInstanceOf(content),
    content: row.content,
    prev_hash: row.prevHash,
    content_hash: row.contentHash ?? toHex(contentHash(row.content)),
    event_hash: row.eventHash,
    envelope: envelopeOfEventHash(fromHex(row.eventHash), row.signature, row.keyFingerprint),
    statements: { edge: edgeStatementsOf(content) },
  };
}

/** Verifies a receipt with pinned keys. Takes anything, never throws; `valid` is true only when nothing is wrong. */
export function verifyReceipt(receipt: unknown, keys: KeyRingSource): ReceiptVerification {
  let violations: ReceiptViolation[];
  try {
    violations = findViolations(receipt, keys);
  } catch {
    violations = [violation("malformed_receipt", "the receipt cannot be read")];
  }
  return { valid: violations.length === 0, checked: "signature", violations };
}

function findViolations(value: unknown, keys: KeyRingSource): ReceiptViolation[] {
  if (typeof value === "object" && value !== null && "v" in value && value.v !== 1) {
    return [violation("unsupported_version", "this verifier knows receipts of version 1 only")];
  }
  const receipt = readReceipt(value);
  if (receipt === null)
    return [
      violation("malformed_receipt", "the value does not have the form of a receipt, or has more members than one"),
    ];
  const [signature] = receipt.envelope.signatures;
  if (signature === undefined) return [violation("malformed_receipt", "the envelope carries no signature")];
  const content = readContent(receipt.content);
  if (content === null) return [violation("not_canonical", "the content is not a JSON object")];
  const row: ChainRow = {
    seq: readSeq(content),
    content: receipt.content,
    contentHash: receipt.content_hash,
    prevHash: receipt.prev_hash,
    eventHash: receipt.event_hash,
    signature: signature.sig,
    keyFingerprint: signature.keyid,
  };
  return [...checkRow(row, keys), ...checkEnvelope(receipt), ...checkAgainstContent(receipt, content)];
}

function checkRow(row: ChainRow, keys: KeyRingSource): ReceiptViolation[] {
  return verifyRow(row, keyRingOf(keys)).map(({ code, message }) => {
    switch (code) {
      case "content_hash_mismatch":
      case "event_hash_mismatch":
      case "bad_signature":
      case "unknown_key":
      case "key_outside_window":
      case "not_canonical":
        return violation(code, message);
      default:
        return violation("content_mismatch", message);
    }
  });
}

function checkEnvelope(receipt: Receipt): ReceiptViolation[] {
  const { payloadType, payload } = receipt.envelope;
  if (payloadType === EVENT_HASH_PAYLOAD_TYPE && readBase64(payload) === receipt.event_hash) return [];
  return [violation("envelope_mismatch", "the envelope is not about the receipt's event hash")];
}

function checkAgainstContent(receipt: Receipt, content: JsonObject): ReceiptViolation[] {
  const expected = edgeStatementsOf(content);
  const matches =
    content.audit_id === receipt.audit_id &&
    content.tenant === receipt.tenant_id &&
    edgeInstanceOf(content) === receipt.edge_instance &&
    expected.length === receipt.statements.edge.length &&
    expected.every((member, index) => member === receipt.statements.edge[index]);
  return matches ? [] : [violation("content_mismatch", "the receipt says something else than its signed content")];
}

const MEMBERS = [
  "v",
  "audit_id",
  "tenant_id",
  "edge_instance",
  "content",
  "prev_hash",
  "content_hash",
  "event_hash",
  "envelope",
  "statements",
];

/** Whether nothing stands there beside these members: what is not compared could say anything, unsigned. */
function hasOnly(value: object, members: readonly string[]): boolean {
  return Object.keys(value).every((member) => members.includes(member));
}

/** A copy of a receipt, or null for anything else. Getters and proxies are read once, here. */
function readReceipt(value: unknown): Receipt | null {
  if (typeof value !== "object" || value === null || !hasOnly(value, MEMBERS)) return null;
  const { audit_id, tenant_id, edge_instance, content, prev_hash, content_hash, event_hash, envelope, statements } =
    value as Partial<Record<keyof Receipt, unknown>>;
  const readEnvelope = readDsseEnvelope(envelope);
  const edge = readStatements(statements);
  if (
    (value as { v?: unknown }).v !== 1 ||
    typeof audit_id !== "string" ||
    typeof tenant_id !== "string" ||
    !(edge_instance === null || typeof edge_instance === "string") ||
    typeof content !== "string" ||
    !(prev_hash === null || isSha256Hex(prev_hash)) ||
    !isSha256Hex(content_hash) ||
    !isSha256Hex(event_hash) ||
    readEnvelope === null ||
    edge === null
  ) {
    return null;
  }
  return {
    v: 1,
    audit_id,
    tenant_id,
    edge_instance,
    content,
    prev_hash,
    content_hash,
    event_hash,
    envelope: readEnvelope,
    statements: { edge },
  };
}

function readStatements(value: unknown): string[] | null {
  if (typeof value !== "object" || value === null || !hasOnly(value, ["edge"])) return null;
  const { edge } = value as { edge?: unknown };
  return Array.isArray(edge) && edge.every((member) => typeof member === "string") ? [...edge] : null;
}

/** Exactly one signature: with more, 'signed by a pinned key' would not say by which. */
function readDsseEnvelope(value: unknown): DsseEnvelope | null {
  if (typeof value !== "object" || value === null || !hasOnly(value, ["payloadType", "payload", "signatures"]))
    return null;
  const { payloadType, payload, signatures } = value as Partial<Record<keyof DsseEnvelope, unknown>>;
  if (typeof payloadType !== "string" || typeof payload !== "string") return null;
  if (!Array.isArray(signatures) || signatures.length !== 1) return null;
  const signature = (signatures[0] ?? {}) as { keyid?: unknown; sig?: unknown };
  const { keyid, sig } = signature;
  if (!hasOnly(signature, ["keyid", "sig"])) return null;
  if (typeof keyid !== "string" || typeof sig !== "string") return null;
  return { payloadType, payload, signatures: [{ keyid, sig }] };
}

function readContent(text: string): JsonObject | null {
  try {
    const value = parseStrictJson(text, { maxDepth: 512 });
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The content's own sequence number; 0, which no row has, when it names none. */
function readSeq(content: JsonObject): number {
  return typeof content.seq === "string" && /^[1-9][0-9]{0,15}$/.test(content.seq) ? Number(content.seq) : 0;
}

function readBase64(text: string): string | null {
  try {
    return toHex(decodeBase64(text));
  } catch {
    return null;
  }
}

function violation(code: ReceiptViolationCode, message: string): ReceiptViolation {
  return { code, message };
}
