// What an edge and the control plane say to each other: session, admit, decide, records and sync. Payloads never travel
// here: `decide` carries hashes, sizes, findings and the values of those argument paths that active policies read.

import { z } from "zod";
import { type ErrorCode, errorTable } from "./errors.js";
import {
  instant,
  metadata,
  requestId,
  score,
  sha256Hex,
  usd,
  uuid,
  uuidInput,
  withoutControls,
} from "./schemas/common.js";
import { decisionEnvelope, finding, findingCode, redactionCount, usage } from "./schemas/execution.js";

export const errorCode = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]);

/** The eleven stages, in order; names of the timeline, the metrics and the docs. */
export const STAGES = [
  "kill_switch",
  "auth",
  "rate_limit",
  "inference",
  "policy",
  "behavior",
  "decision",
  "autonomy",
  "execution",
  "output_filter",
  "audit",
] as const;
export type StageName = (typeof STAGES)[number];

/** A week: no call takes longer. */
const MAX_STAGE_MS = 604_800_000;

/** One stage of one call: offsets in milliseconds from the call's arrival. */
export const stageTiming = z.object({
  stage: z.enum(STAGES),
  start_ms: z.number().nonnegative().max(MAX_STAGE_MS),
  end_ms: z.number().nonnegative().max(MAX_STAGE_MS),
  decision: z.string().max(60),
});
export type StageTiming = z.output<typeof stageTiming>;

// ── session ────────────────────────────────────────────────────────────────────────────────────────────────────────
export const edgeSessionBody = z.strictObject({
  /** A key with the scope `edge`. */
  api_key: z.string().max(200),
  /** The process's own id. A restart is a new instance. */
  instance: uuidInput,
  /** Those that had this process's data folder before it: it is the same edge, and carries their records on. */
  previous_instances: z.array(uuidInput).max(100).default([]),
  /** Kept in that folder: who has it may name them whichever key they had, as after the key was replaced. */
  folder_secret: z.string().min(32).max(100).optional(),
  home: z.enum(["sidecar", "embedded"]),
  version: z.string().max(60),
});
export const edgeSessionData = z.object({
  session_token: z.string(),
  expires_in: z.number().int().positive(),
  tenant_id: uuid,
  instance: uuid,
});

// ── admit ──────────────────────────────────────────────────────────────────────────────────────────────────────────
export const grantAction = z.enum(["ALLOW", "DENY", "ESCALATE"]);
export const grant = z.object({ tool_name: z.string(), action: grantAction });
export type Grant = z.output<typeof grant>;

export const agentFacts = z.object({
  agent_id: uuid,
  name: z.string(),
  status: z.enum(["ACTIVE", "QUARANTINED", "DELETED"]),
  risk_level: z.enum(["low", "medium", "high", "critical"]),
  grants: z.array(grant),
  requests_per_second: z.number().positive().nullable(),
  burst: z.number().positive().nullable(),
});
export type AgentFacts = z.output<typeof agentFacts>;

export const admitBody = z.strictObject({
  token: z.string().max(8192),
  /** The X-Tenant-ID that came with it. */
  tenant_id: uuidInput,
  /** The X-Agent-ID that came with it, for user tokens. */
  agent_id: uuidInput.optional(),
  /** Client address as the edge saw it. */
  address: z.string().max(100),
});
export const admitData = z.object({
  state_version: z.number().int(),
  token_hash: sha256Hex,
  jti: uuid,
  expires_at: instant,
  role: z.enum(["ADMIN", "SECURITY", "AUDITOR", "VIEWER", "agent"]),
  /** User id, or agent id for an agent's token. */
  subject: uuid,
  /** Tools that the token itself names; null for users, whose agent's grants hold alone. */
  permissions: z.array(grant).nullable(),
  /** Scopes of an API key's token, which cut its role; null for all others, and where the control plane judges them itself. */
  scopes: z.array(z.string()).nullable().default(null),
  /** Delegation hops, nearest first; empty without delegation. */
  act: z.array(z.object({ sub: uuid, jti: uuid })),
  /** The agent that the call is made for; null where none was named. */
  agent: agentFacts.nullable(),
});
export type AdmitData = z.output<typeof admitData>;

const foldedName = withoutControls(z.string().min(1).max(200)).meta({ description: "folded" });

// ── decide ─────────────────────────────────────────────────────────────────────────────────────────────────────────
export const decideCall = z.strictObject({
  /** The edge's own id of this call: sent again it is the same question, whatever request id the caller gave. */
  call_id: uuid,
  request_id: requestId,
  trace_id: z.string().max(64),
  received_at: instant,
  jti: uuid,
  agent_id: uuid,
  tool_name: foldedName,
  /** Of a tool that its server describes: what is served now; null while the server does not answer. Absent for others. */
  definition_hash: sha256Hex.nullable().optional(),
  payload_hash: sha256Hex,
  payload_bytes: z.number().int().nonnegative(),
  payload_depth: z.number().int().nonnegative(),
  /** SHA-256 of the payload's keys and types without values. */
  shape_hash: sha256Hex,
  /** SHA-256 of the canonical body, for idempotency keys. */
  body_hash: sha256Hex,
  findings: z.array(finding).max(1000),
  risk: score,
  signals: z.record(z.string(), score),
  /** Values of the argument paths that active policies read (JSON pointers); absent ones are left out. */
  arguments: z.record(z.string().max(500), z.unknown()),
  idempotency_key: withoutControls(z.string().min(1).max(255)).optional(),
  approval_key: withoutControls(z.string().max(100)).optional(),
  usage: usage.optional(),
  target_tenant_id: uuid.optional(),
  metadata: metadata.optional(),
  /** Policy revision that `arguments` was read for. */
  policy_revision: z.string().max(100),
  timeline: z.array(stageTiming).max(20),
});
export type DecideCall = z.output<typeof decideCall>;

/** Milliseconds in which a permit must be used. */
export const PERMIT_LAPSES_AFTER_MS = 2000;

export const permit = z.object({
  verdict: z.literal("permit"),
  permit_id: uuid,
  audit_id: uuid,
  tool_timeout_ms: z.number().int().positive().max(600_000),
  /** Milliseconds after the request was sent in which the tool must be dispatched. */
  lapses_after_ms: z.number().int().positive().max(PERMIT_LAPSES_AFTER_MS),
  decision: decisionEnvelope,
  pricing: z.object({
    rate_revision: z.string(),
    price_usd: usd.nullable(),
    reservation_usd: usd,
  }),
  /** The record must bring the redacted answer, for repeats of the idempotency key. */
  keep_answer: z.boolean(),
});
export type Permit = z.output<typeof permit>;

export const decideAnswer = z.discriminatedUnion("verdict", [
  permit,
  z.object({
    verdict: z.literal("refuse"),
    code: errorCode,
    data: z.unknown(),
    retry_after_s: z.number().optional(),
    /** Words for people, in place of the code's hint. */
    detail: z.string().max(1000).optional(),
    audit_id: uuid.nullable(),
  }),
  /** An earlier call with the same idempotency key has finished: its answer. */
  z.object({ verdict: z.literal("replay"), status: z.number().int().min(200).max(599), body: z.unknown() }),
  /** An earlier call with the same idempotency key still runs, or policies changed: ask again. */
  z.object({
    verdict: z.literal("again"),
    reason: z.enum(["idempotent_call_running", "policy_revision_changed"]),
    after_ms: z.number().int().nonnegative(),
    policy_revision: z.string().optional(),
    argument_paths: z.array(z.string()).optional(),
  }),
]);
export type DecideAnswer = z.output<typeof decideAnswer>;

// ── records ────────────────────────────────────────────────────────────────────────────────────────────────────────
export const OUTCOMES = ["allowed", "denied", "failed", "aborted", "not_started", "unknown"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Findings that a row shows with rule, place and score; its codes are those of all of them. */
export const MAX_FINDING_DETAILS = 50;

/** Codes, and kinds of redaction, that one record names at most. */
const MAX_RECORD_CODES = 100;

/** The end of a permitted call. */
export const executionRecord = z.strictObject({
  kind: z.literal("execution"),
  record_id: uuid,
  permit_id: uuid,
  request_id: requestId,
  outcome: z.enum(["allowed", "failed", "aborted", "not_started"]),
  /** The refusal that the caller got instead of the answer; null on 200. */
  code: errorCode.nullable(),
  /** Stage 8 sent the call to the tool. */
  dispatched: z.boolean(),
  /** Three digits, as HTTP has them: some servers answer above 599. */
  tool_status: z.number().int().min(100).max(999).nullable(),
  response_hash: sha256Hex.nullable(),
  response_bytes: z.number().int().nonnegative(),
  redactions: z.array(redactionCount).max(MAX_RECORD_CODES),
  /** Codes that the scan of the answer found, and `usage_unreadable` for token counts that could not be taken. */
  result_findings: z.array(findingCode).max(MAX_RECORD_CODES),
  /** Rule, place and score of what the scan of the answer found, the highest scores first. */
  result_finding_details: z.array(finding).max(MAX_FINDING_DETAILS).default([]),
  usage: usage.nullable(),
  finished_at: instant,
  timeline: z.array(stageTiming).max(20),
  /** Present when the permit said `keep_answer`: status and envelope as the caller got them. */
  answer: z.object({ status: z.number().int().min(200).max(599), body: z.unknown() }).optional(),
});
export type ExecutionRecord = z.output<typeof executionRecord>;

/** A refusal that the edge itself made after the token was verified. */
export const refusalRecord = z.strictObject({
  kind: z.literal("refusal"),
  record_id: uuid,
  request_id: requestId,
  code: errorCode,
  jti: uuid,
  agent_id: uuid.nullable(),
  tool_name: foldedName.nullable(),
  payload_hash: sha256Hex.nullable(),
  findings: z.array(findingCode).max(MAX_RECORD_CODES),
  finding_details: z.array(finding).max(MAX_FINDING_DETAILS).default([]),
  /** Identical refusals of one agent within one second, this one included. */
  count: z.number().int().positive().max(1_000_000),
  at: instant,
  timeline: z.array(stageTiming).max(20),
});
export type RefusalRecord = z.output<typeof refusalRecord>;

/**
 * Whether an edge refused a call after it had asked for a permit, and without an answer: the control plane may have given one.
 * Such refusals are never counted together, for each takes back a permit of its own.
 */
export function mayBePermitted(code: ErrorCode, payloadHash: string | null): boolean {
  return payloadHash !== null && errorTable[code].status >= 500;
}

export const edgeRecord = z.discriminatedUnion("kind", [executionRecord, refusalRecord]);
export type EdgeRecord = z.output<typeof edgeRecord>;

/** What a tool's server says of it (MCP's tools/list), as an edge has seen it. */
export const toolDefinition = z.strictObject({
  tool_name: foldedName,
  /** SHA-256 of the definition's canonical JSON. */
  definition_hash: sha256Hex,
  /** As it was served; null when it is larger than {@link MAX_DEFINITION_BYTES}. */
  definition: z.record(z.string(), z.unknown()).nullable(),
  /** Codes of the edge's scan for which the definition must not be offered unseen. */
  findings: z.array(findingCode).max(MAX_RECORD_CODES),
});
export type ToolDefinition = z.output<typeof toolDefinition>;
/** Largest canonical JSON of a tool's definition that is kept. */
export const MAX_DEFINITION_BYTES = 64 * 1024;
/** Definitions in one report at most. */
export const MAX_DEFINITIONS = 500;

export const recordsBody = z.strictObject({
  /** Empty when the edge only acknowledges a state version. */
  records: z.array(edgeRecord).max(500),
  /** The newest state that this edge has applied; engaging the kill switch waits for it. */
  state_version: z.number().int().nonnegative(),
  /** Definitions that are not the approved ones as this edge knows them. */
  tool_definitions: z.array(toolDefinition).max(MAX_DEFINITIONS).optional(),
});
export const recordAck = z.object({
  record_id: uuid,
  status: z.enum(["accepted", "duplicate", "refused"]),
  reason: z.string().optional(),
  audit_id: uuid.optional(),
});
export type RecordAck = z.output<typeof recordAck>;
/** Whether a definition that was reported may be offered and called. */
export const definitionStanding = z.object({
  tool_name: z.string(),
  definition_hash: sha256Hex,
  approved: z.boolean(),
});
export type DefinitionStanding = z.output<typeof definitionStanding>;
export const recordsData = z.object({
  acks: z.array(recordAck),
  tool_definitions: z.array(definitionStanding).optional(),
});

// ── decide, whole ──────────────────────────────────────────────────────────────────────────────────────────────────
export const decideBody = z.strictObject({
  calls: z.array(decideCall).min(1).max(256),
  /** Finished records that wait at the edge: stored first wherever an answer may depend on them, else after the answers. */
  records: z.array(edgeRecord).max(500).default([]),
});
export const decideData = z.object({
  answers: z.array(decideAnswer),
  /** Of the records that were stored by the time of the answer, those of earlier questions included; the others follow. */
  acks: z.array(recordAck).default([]),
});

// ── sync ───────────────────────────────────────────────────────────────────────────────────────────────────────────
export const toolFacts = z.object({
  tool_name: z.string(),
  timeout_ms: z.number().int().positive(),
  retry_safe: z.boolean(),
  price_usd: usd.nullable(),
  max_cost_usd: usd.nullable(),
  /** Hash of the definition that may be offered and called; null where none is pinned. */
  definition_hash: sha256Hex.nullable(),
});
export type ToolFacts = z.output<typeof toolFacts>;

export const killSwitchState = z.object({
  engaged: z.boolean(),
  engaged_at: instant.nullable(),
  engaged_by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type KillSwitchState = z.output<typeof killSwitchState>;

export const rate = z.object({
  prompt_usd_per_million: usd,
  completion_usd_per_million: usd,
  call_usd: usd.optional(),
});
export const rateTable = z.object({ revision: z.string(), rates: z.record(z.string(), rate), default: rate });

/** What a tenant's edges know beforehand. A `change` has the members that changed; maps merge, and null removes. */
export const tenantState = z.object({
  state_version: z.number().int().nonnegative(),
  kill_switch: killSwitchState,
  limits: z.object({
    requests_per_second: z.number().positive(),
    burst: z.number().positive(),
    /** Refuse until then: the day's or month's requests, or the tenant's dollars, are used up. */
    exhausted: z.array(
      z.object({
        limit_type: z.enum(["tenant_daily_request", "tenant_monthly_request", "agent_cost"]),
        scope: z.enum(["agent", "tenant"]),
        agent_id: uuid.nullable(),
        until: instant,
      }),
    ),
  }),
  agents: z.record(uuid, agentFacts.nullable()),
  tools: z.record(z.string(), toolFacts.nullable()),
  /** Token ids that must not be used, until their expiry. */
  revoked: z.record(uuid, instant.nullable()),
  policy: z.object({
    revision: z.string(),
    /** JSON pointers into the payload, by folded tool name; `*` for every tool. */
    argument_paths: z.record(z.string(), z.array(z.string())),
  }),
  redaction: z.record(z.string(), z.unknown()).meta({ description: "Redaction policy of stage 9" }),
  scan: z.record(z.string(), z.unknown()).meta({ description: "Scan options of stage 3" }),
  rates: rateTable,
  checkpoint: z.object({ seq: z.string(), event_hash: sha256Hex }).nullable(),
});
export type TenantState = z.output<typeof tenantState>;

/** Events of GET /edge/sync, by their `event` name. */
export const syncEvents = {
  snapshot: tenantState,
  change: tenantState.partial().required({ state_version: true }),
  /** Every second; the version was read from the database within the last half second. */
  heartbeat: z.object({ state_version: z.number().int().nonnegative(), at: instant }),
} as const;
export type SyncEvent =
  | { event: "snapshot"; data: TenantState }
  | { event: "change"; data: z.output<(typeof syncEvents)["change"]> }
  | { event: "heartbeat"; data: z.output<(typeof syncEvents)["heartbeat"]> };

/**
 * Milliseconds without a heartbeat after which an edge refuses. With {@link HEARTBEAT_READ_WITHIN_MS} it must stay below
 * the five seconds in which the kill switch reaches every edge, whatever broke on the way, with room for network and timers.
 */
export const HEARTBEAT_LIMIT_MS = 4000;
/** Milliseconds between heartbeats. */
export const HEARTBEAT_EVERY_MS = 1000;
/** Age in milliseconds from which a state version is too old to be sent as a heartbeat. */
export const HEARTBEAT_READ_WITHIN_MS = 500;
