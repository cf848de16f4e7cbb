// Tables of the deployment: tenants and who may act for them, agents, tools, rules, approvals, keys.

import type { ColumnType } from "kysely";
import type { Flag, Json } from "./column-types.js";

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
  /** The last minute in which answers were kept for repeats, and their bytes in it and in the minute before it. */
  kept_minute: ColumnType<number, number | undefined, number>;
  kept_bytes: ColumnType<number, number | undefined, number>;
  kept_bytes_before: ColumnType<number, number | undefined, number>;
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
  /** Id of the secret that signed it; null where it was issued before that was noted. */
  signed_by: string | null;
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
  /** SHA-256 of the secret in the data folder that it has; null of edges that have none. */
  folder_hash: string | null;
  /** Instance that carries this one's buffer on; null for none. */
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
  /** 1 when no other definition of the tool had been seen before the one that waits. */
  pending_is_first: Flag;
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
  /** Null where nothing was declared. */
  declared_cost_nano: bigint | null;
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
