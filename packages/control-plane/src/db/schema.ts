// The tables, as Kysely sees them. Portable columns only: ids and JSON are text, instants are milliseconds since the
// epoch, truth is 0 or 1. Columns that end in `_nano` are nano-dollars and come as bigint; every other integer is a number.

import type { ColumnType } from "kysely";

/** JSON kept as text; the stores parse and write it. */
type Json = string;
type Flag = 0 | 1;

export interface TenantTable {
  id: string;
  name: string;
  tier: "free" | "pro" | "enterprise";
  /** Settings that differ from their defaults. */
  settings: Json;
  daily_cost_cap_nano: bigint | null;
  monthly_request_cap: number | null;
  behavior_cross_tenant_enabled: Flag;
  created_at: number;
}

/** The row that whoever changes or decides anything of a tenant locks first. */
export interface TenantStateTable {
  tenant_id: string;
  /** Bumped by whatever can turn a permit into a refusal, in its own transaction. */
  state_version: number;
  kill_engaged: Flag;
  kill_engaged_at: number | null;
  kill_engaged_by: string | null;
  kill_reason: string | null;
  kill_note: string | null;
}

export interface UserTable {
  tenant_id: string;
  id: string;
  email: string;
  password_hash: string;
  role: "ADMIN" | "SECURITY" | "AUDITOR" | "VIEWER";
  org_id: string | null;
  is_active: Flag;
  is_platform_admin: Flag;
  created_at: number;
}

export interface AgentTable {
  tenant_id: string;
  id: string;
  name: string;
  status: "ACTIVE" | "QUARANTINED" | "DELETED";
  risk_level: "low" | "medium" | "high" | "critical";
  metadata: Json;
  /** State version of the last change of the agent or of its grants. */
  state_version: number;
  created_at: number;
  updated_at: number;
}

export interface AgentCredentialTable {
  tenant_id: string;
  id: string;
  agent_id: string;
  secret_hash: string;
  created_at: number;
  expires_at: number | null;
}

export interface AgentPermissionTable {
  tenant_id: string;
  id: string;
  agent_id: string;
  /** Folded. */
  tool_name: string;
  action: "ALLOW" | "DENY" | "ESCALATE";
  created_by: string;
  created_at: number;
}

/** Every token ever issued and not yet expired: the active-key cross-check of stage 1. */
export interface TokenTable {
  tenant_id: string;
  jti: string;
  kind: "user" | "agent" | "api_key" | "edge";
  /** User id, agent id, or edge instance. */
  subject: string;
  /** Credential or API key that it was minted with. */
  credential_id: string | null;
  role: string;
  /** Grants of an agent's token; scopes of an API key's token. */
  permissions: Json;
  act: Json;
  issued_at: number;
  expires_at: number;
  first_used_at: number | null;
  first_used_address: string | null;
  first_used_edge: string | null;
  revoked_at: number | null;
  /** State version of the revocation. */
  state_version: number;
}

export interface ApiKeyTable {
  tenant_id: string;
  id: string;
  name: string;
  key_hash: string;
  prefix: string;
  scopes: Json;
  created_by: string;
  created_at: number;
  revoked_at: number | null;
}

export interface EdgeInstanceTable {
  tenant_id: string;
  instance: string;
  api_key_id: string;
  home: string;
  version: string;
  /** Instance whose buffer this one carries on; null for none. */
  successor: string | null;
  /** Null while no sync stream is open. */
  connected_at: number | null;
  last_seen_at: number;
  acknowledged_version: number;
}

/** Not a tenant's: failed sign-ins by client address. */
export interface AuthFailureTable {
  address: string;
  window_started_at: number;
  failures: number;
}

export interface ToolTable {
  tenant_id: string;
  /** Folded. */
  tool_name: string;
  description: string;
  description_hash: string;
  input_schema: Json | null;
  price_nano: bigint | null;
  max_cost_nano: bigint | null;
  timeout_ms: number;
  retry_safe: Flag;
  access: "reads" | "writes" | "invokes";
  consent_tenants: Json;
  /** An operator registered it; 0 for a tool that was only seen at an edge. */
  is_registered: Flag;
  /** The definition by its server that is approved, and one that waits for approval. */
  definition_hash: string | null;
  definition: Json | null;
  pending_hash: string | null;
  pending_definition: Json | null;
  pending_findings: Json | null;
  pending_at: number | null;
  state_version: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface PolicyTable {
  tenant_id: string;
  name: string;
  revision: string;
  source: string;
  /** Rules and argument paths, derived at upload. */
  compiled: Json;
  is_active: Flag;
  uploaded_by: string;
  uploaded_at: number;
}

export interface AutonomyContractTable {
  tenant_id: string;
  id: string;
  name: string;
  agent_scope: string;
  delegation_max_depth: number | null;
  cost_cap_nano: bigint | null;
  cost_cap_window_seconds: number | null;
  time_window: Json | null;
  cross_tenant_rules: Json;
  on_violation: "escalate" | "kill";
  is_active: Flag;
  created_at: number;
  updated_at: number;
}

export interface ContractViolationTable {
  tenant_id: string;
  id: string;
  contract_id: string;
  contract_name: string;
  agent_id: string;
  reason: string;
  audit_id: string;
  detected_at: number;
}

export interface ApprovalTable {
  tenant_id: string;
  key: string;
  status: "pending" | "approved" | "rejected" | "used";
  agent_id: string;
  tool_name: string;
  target_tenant_id: string | null;
  /** SHA-256 of tool name, newline, payload hash. */
  call_hash: string;
  policy_revision: string;
  reason: string;
  /** Row of the escalated call. */
  audit_id: string;
  created_at: number;
  expires_at: number;
  decided_by: string | null;
  decided_at: number | null;
  decision_reason: string | null;
  used_audit_id: string | null;
}

export interface SignalWeightTable {
  tenant_id: string;
  inference: number;
  policy: number;
  behavior: number;
  updated_at: number;
}

export interface RateTableTable {
  tenant_id: string;
  revision: string;
  rates: Json;
  is_active: Flag;
  created_at: number;
}

/** Requests of a tenant by day (`2026-01-31`) and month (`2026-01`). */
export interface RequestCounterTable {
  tenant_id: string;
  period: string;
  requests: number;
}

/** Token buckets; scope is `tenant` or an agent id. */
export interface RateBucketTable {
  tenant_id: string;
  scope: string;
  tokens: number;
  updated_at: number;
}

/** Dollars by day; scope is `tenant` or an agent id. */
export interface CostCounterTable {
  tenant_id: string;
  scope: string;
  day: string;
  spent_nano: bigint;
  reserved_nano: bigint;
  warned_at: number | null;
  blocked_at: number | null;
}

/** Dollars of an agent by minute, spent or reserved, for the windows of contracts. */
export interface CostMinuteTable {
  tenant_id: string;
  agent_id: string;
  minute: number;
  amount_nano: bigint;
}

/** Highest cost of an agent's calls of a tool on a day, for reservations. */
export interface CostHighTable {
  tenant_id: string;
  agent_id: string;
  tool_name: string;
  day: string;
  high_nano: bigint;
}

/** Every request id ever decided. While `status` is `open` it is the begin record of a permitted call. */
export interface RequestTable {
  tenant_id: string;
  request_id: string;
  audit_id: string;
  status: "refused" | "open" | "closed" | "unknown";
  instance: string;
  agent_id: string;
  tool_name: string;
  permit_id: string | null;
  /** What `decide` answered; emptied by a worker after ten minutes. */
  answer: Json | null;
  /** The decided part of the row's content, until the call ends. */
  decided: Json | null;
  /** What simulations replay; kept as long as the tenant says. */
  inputs: Json | null;
  idempotency_key: string | null;
  counter_day: string;
  minute: number;
  reservation_nano: bigint;
  price_nano: bigint | null;
  rate_revision: string;
  created_at: number;
  /** When a worker closes it as `unknown`. */
  close_at: number | null;
  closed_at: number | null;
}

export interface IdempotencyKeyTable {
  tenant_id: string;
  agent_id: string;
  key: string;
  body_hash: string;
  request_id: string;
  status: "running" | "finished" | "unknown";
  answer_status: number | null;
  answer_body: Json | null;
  /** Null while it runs. */
  expires_at: number | null;
}

export interface ChainHeadTable {
  tenant_id: string;
  seq: number;
  event_hash: string | null;
  at: number;
  /** Why appending stopped; null while it goes on. */
  halted: string | null;
  /** The key that signs the next row; null before the first one. */
  key_fingerprint: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface AuditLogTable {
  tenant_id: string;
  seq: number;
  id: string;
  request_id: string;
  agent_id: string | null;
  action: string;
  decision: "allow" | "deny" | "escalate";
  outcome: string;
  tool_name: string | null;
  rule_id: string | null;
  score: number;
  findings: Json;
  billable: Flag;
  amount_nano: bigint;
  /** The hashed bytes. */
  content: string;
  content_hash: string;
  event_hash: string;
  prev_hash: string | null;
  signature: string;
  key_fingerprint: string;
  created_at: number;
}

/** Not a tenant's: the deployment's signing keys. Private parts are encrypted. */
export interface SigningKeyTable {
  fingerprint: string;
  purpose: "row";
  public_jwk: Json;
  private_sealed: string;
  created_at: number;
  retired_at: number | null;
}

export interface HistoricalKeyTable {
  fingerprint: string;
  public_jwk: Json;
  retired_at: number;
}

/** Not a tenant's: generated secrets (token signing, internal), encrypted. */
export interface SecretTable {
  name: string;
  sealed: string;
  created_at: number;
}

export interface PendingUsageEventTable {
  tenant_id: string;
  audit_id: string;
  seq: number;
  agent_id: string;
  tool_name: string;
  model_name: string | null;
  prompt_tokens: number;
  completion_tokens: number;
  amount_nano: bigint;
  rate_revision: string;
  attempts: number;
  leased_until: number;
  last_error: string | null;
  created_at: number;
}

export interface UsageRecordTable {
  tenant_id: string;
  audit_id: string;
  agent_id: string;
  tool_name: string;
  model_name: string | null;
  prompt_tokens: number;
  completion_tokens: number;
  amount_nano: bigint;
  rate_revision: string;
  created_at: number;
}

/** Dead letters. */
export interface PendingBillingEventTable {
  tenant_id: string;
  id: string;
  audit_id: string;
  event: Json;
  amount_nano: bigint;
  error_reason: string;
  retry_count: number;
  failed_at: number;
}

/** Recorded usage by day, agent and tool, so that summaries do not read history. */
export interface UsageDayTable {
  tenant_id: string;
  day: string;
  agent_id: string;
  tool_name: string;
  calls: number;
  amount_nano: bigint;
}

export interface StageTimelineTable {
  tenant_id: string;
  seq: number;
  audit_id: string;
  stages: Json;
  created_at: number;
}

export interface GraphEdgeTable {
  tenant_id: string;
  seq: number;
  audit_id: string;
  /** 0 is the call itself; from 1 on its delegations, the nearest first. */
  hop: number;
  agent_id: string;
  tool_name: string;
  /** Of a delegation `agent:<id>`, who was delegated to. */
  resource: string | null;
  edge_type: "invokes" | "reads" | "writes" | "delegates" | "escalates";
  outcome: "allow" | "deny" | "error";
  risk_score: number;
  created_at: number;
}

export interface BehaviorProfileTable {
  tenant_id: string;
  agent_id: string;
  profile: Json;
  updated_at: number;
}

/** Findings and shapes of the last day; the source of cross-agent signals. */
export interface SignalEventTable {
  tenant_id: string;
  seq: number;
  agent_id: string;
  finding: string;
  shape_hash: string;
  created_at: number;
}

/** How far a worker has read a tenant's chain. */
export interface WorkerCursorTable {
  tenant_id: string;
  worker: string;
  seq: number;
}

export interface Tables {
  tenants: TenantTable;
  tenant_states: TenantStateTable;
  users: UserTable;
  agents: AgentTable;
  agent_credentials: AgentCredentialTable;
  agent_permissions: AgentPermissionTable;
  tokens: TokenTable;
  api_keys: ApiKeyTable;
  edge_instances: EdgeInstanceTable;
  auth_failures: AuthFailureTable;
  tools: ToolTable;
  policies: PolicyTable;
  autonomy_contracts: AutonomyContractTable;
  contract_violations: ContractViolationTable;
  approvals: ApprovalTable;
  signal_weights: SignalWeightTable;
  rate_tables: RateTableTable;
  request_counters: RequestCounterTable;
  rate_buckets: RateBucketTable;
  cost_counters: CostCounterTable;
  cost_minutes: CostMinuteTable;
  cost_highs: CostHighTable;
  requests: RequestTable;
  idempotency_keys: IdempotencyKeyTable;
  chain_heads: ChainHeadTable;
  audit_logs: AuditLogTable;
  signing_keys: SigningKeyTable;
  transparency_historical_keys: HistoricalKeyTable;
  secrets: SecretTable;
  pending_usage_events: PendingUsageEventTable;
  usage_records: UsageRecordTable;
  pending_billing_events: PendingBillingEventTable;
  usage_days: UsageDayTable;
  stage_timelines: StageTimelineTable;
  graph_edges: GraphEdgeTable;
  behavior_profiles: BehaviorProfileTable;
  signal_events: SignalEventTable;
  worker_cursors: WorkerCursorTable;
}
