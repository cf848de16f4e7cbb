// Tags audit, receipts and transparency: the chain's rows, its verification, receipts and keys.

import { z } from "zod";
import { OUTCOMES } from "../edge-protocol/records.js";
import { AUDIT_ACTIONS, operation } from "../operation.js";
import {
  cursor,
  instant,
  instantInput,
  pageOf,
  pageQuery,
  requestId,
  sha256Hex,
  uuid,
  uuidInput,
  wholeNumberInQuery,
} from "../schemas/common.js";
import { decisionAction, finding, findingCode, signalsEvaluated } from "../schemas/execution.js";

const tag = "audit";
const auditRow = z.object({
  id: uuid,
  tenant_id: uuid,
  seq: z.string(),
  agent_id: uuid.nullable(),
  request_id: z.string(),
  action: z.string(),
  decision: decisionAction,
  outcome: z.string(),
  tool_name: z.string().nullable(),
  findings: z.array(findingCode),
  metadata_json: z.record(z.string(), z.unknown()),
  content: z.string().meta({ description: "The stored canonical text, byte for byte; hash it to check content_hash" }),
  content_hash: sha256Hex,
  event_hash: sha256Hex,
  prev_hash: sha256Hex.nullable(),
  signature: z.string(),
  key_fingerprint: z.string(),
  created_at: instant,
});
const filters = {
  action: z.enum(AUDIT_ACTIONS).optional(),
  agent_id: uuidInput.optional(),
  decision: decisionAction.optional(),
  tool_name: z.string().max(200).optional(),
  outcome: z.enum(OUTCOMES).optional(),
};
const violation = z.object({
  kind: z.string(),
  seq: z.string().nullable(),
  audit_id: uuid.nullable(),
  message: z.string(),
});
const publicJwk = z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string(), kid: z.string() });
const receipt = z.looseObject({
  v: z.literal(1),
  audit_id: uuid,
  tenant_id: uuid,
  edge_instance: z
    .string()
    .nullable()
    .describe("The edge that the call came in at; null for what the control plane wrote by itself"),
  content: z.string().describe("The row, as the canonical JSON that was hashed"),
  prev_hash: sha256Hex.nullable(),
  content_hash: sha256Hex,
  event_hash: sha256Hex,
  envelope: z.object({
    payloadType: z.string(),
    payload: z.string(),
    signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
  }),
  statements: z.object({
    edge: z
      .array(z.string())
      .describe("Members of `content` that are the edge's word; the others are the control plane's"),
  }),
});
const receiptData = z.object({ signature_valid: z.boolean(), receipt });

/** A finding of a row, with the documentation of its rule. */
const explainedFinding = finding.extend({
  where: z.enum(["arguments", "result"]),
  family: z.string(),
  title: z.string().meta({ description: "what the rule looks for, in a line" }),
  docs: z.string().meta({ description: "page and anchor in the documentation" }),
  fires: z.string().meta({ description: "a text that the rule takes part in" }),
  passes: z.string().meta({ description: "a text that the rule leaves alone" }),
});

export const audit = {
  "audit.list": operation({
    method: "GET",
    path: "/audit/logs",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Audit rows, newest first",
    query: pageQuery.extend(filters),
    data: pageOf(auditRow),
    errors: ["invalid_tool_name"],
    paged: true,
    scopes: ["read", "audit:read"],
  }),
  "audit.search": operation({
    method: "POST",
    path: "/audit/logs/search",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Search audit rows",
    body: z.strictObject({
      ...filters,
      request_id: requestId.optional(),
      seq: z.number().int().min(1).optional().meta({ description: "only the row of this number" }),
      findings: z.array(findingCode).max(20).optional().meta({ description: "rows with all of these" }),
      since: instantInput.optional(),
      until: instantInput.optional(),
      limit: z.number().int().min(1).max(500).default(50),
      cursor: cursor.optional(),
    }),
    example: { decision: "deny", limit: 10 },
    data: pageOf(auditRow),
    idempotent: true,
    errors: ["invalid_cursor", "invalid_tool_name"],
    scopes: ["read", "audit:read"],
  }),
  "audit.verify": operation({
    method: "GET",
    path: "/audit/logs/verify",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Verify the chain",
    description:
      "Always 200; the result is in the body. Nothing to verify is not valid. Of long chains ask for at most 200,000 rows at a time.",
    query: z.strictObject({
      from_seq: wholeNumberInQuery(z.number().int().min(1)).optional(),
      to_seq: wholeNumberInQuery(z.number().int().min(1)).optional(),
    }),
    data: z.object({
      valid: z.boolean(),
      violations: z.array(violation),
      rows: z.number().int(),
      from_seq: z.string().nullable(),
      to_seq: z.string().nullable(),
      head_hash: sha256Hex.nullable(),
      anchored: z.boolean(),
    }),
    errors: ["too_many_verifications"],
    scopes: ["read", "audit:read"],
  }),
  "audit.explain": operation({
    method: "GET",
    path: "/audit/logs/{audit_id}/explain",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Why a call was decided as it was, finding by finding",
    params: z.object({ audit_id: uuidInput }),
    data: z.object({
      audit_id: uuid,
      seq: z.string(),
      at: instant,
      action: z.string(),
      tool_name: z.string().nullable(),
      agent_id: uuid.nullable(),
      decision: decisionAction,
      outcome: z.string(),
      code: z.string().nullable().meta({ description: "the refusal that the caller got" }),
      rule_id: z.string().nullable(),
      score: z.number(),
      signals_evaluated: signalsEvaluated.nullable(),
      findings: z.array(explainedFinding).meta({ description: "findings of the scan, by place" }),
      other_findings: z.array(findingCode).meta({ description: "codes of the row that have no place in the payload" }),
    }),
    errors: ["not_found", "audit_pending"],
    scopes: ["read", "audit:read"],
  }),
  "audit.receipt": operation({
    method: "GET",
    path: "/audit/logs/{audit_id}/receipt",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "The signed receipt of a row",
    params: z.object({ audit_id: uuidInput }),
    data: receiptData,
    errors: ["not_found", "audit_pending"],
    scopes: ["read", "audit:read"],
  }),
  "audit.billingGaps": operation({
    method: "GET",
    path: "/audit/billing-gaps",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Audit rows without usage, and usage without audit rows",
    data: z.object({
      audit_without_usage: z.array(z.object({ audit_id: uuid, seq: z.string(), created_at: instant })),
      usage_without_audit: z.array(z.object({ audit_id: uuid, amount_usd: z.string(), created_at: instant })),
      checked_rows: z.number().int(),
    }),
    scopes: ["read", "audit:read", "billing:read"],
  }),
};

export const receipts = {
  "receipts.key": operation({
    method: "GET",
    path: "/receipts/key",
    tag: "receipts",
    who: "anonymous",
    status: 200,
    summary: "The public key that signs receipts now",
    data: z.object({ fingerprint: z.string(), jwk: publicJwk }),
  }),
  "receipts.get": operation({
    method: "GET",
    path: "/receipts/{execution_id}",
    tag: "receipts",
    who: "AUDITOR+",
    status: 200,
    summary: "The signed receipt of an execution",
    params: z.object({ execution_id: uuidInput }),
    data: receiptData,
    errors: ["not_found", "audit_pending"],
    scopes: ["read", "audit:read"],
  }),
  "receipts.verify": operation({
    method: "POST",
    path: "/receipts/verify",
    tag: "receipts",
    who: "authenticated",
    status: 200,
    summary: "Verify an archived receipt with this deployment's keys",
    body: z.strictObject({ receipt: z.record(z.string(), z.unknown()) }),
    example: { receipt: { v: 1, content: "{}" } },
    data: z.object({
      valid: z.boolean(),
      checked: z.string(),
      violations: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
    idempotent: true,
    scopes: ["read", "audit:read"],
  }),
};

export const transparency = {
  "transparency.keys": operation({
    method: "GET",
    path: "/transparency/keys",
    tag: "transparency",
    who: "anonymous",
    status: 200,
    summary: "The deployment's signing keys, current and historical",
    data: z.object({
      primary_fingerprint: z.string(),
      historical_keys: z.array(z.object({ fingerprint: z.string(), jwk: publicJwk, retired_at: instant })),
      keys: z.array(publicJwk).meta({ description: "JWKS of all of them" }),
    }),
  }),
};
