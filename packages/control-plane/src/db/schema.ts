// The tables, as Kysely sees them. Portable columns only: ids and JSON are text, instants are milliseconds since the
// epoch, truth is 0 or 1. Columns that end in `_nano` are nano-dollars and come as bigint; every other integer is a number.

import type {
  AgentCredentialTable,
  AgentPermissionTable,
  AgentTable,
  ApiKeyTable,
  ApprovalTable,
  AuthFailureTable,
  AutonomyContractTable,
  ContractViolationTable,
  EdgeInstanceTable,
  HistoricalKeyTable,
  PolicyTable,
  RateTableTable,
  SecretTable,
  SignalWeightTable,
  SigningKeyTable,
  TenantStateTable,
  TenantTable,
  TokenTable,
  ToolTable,
  UserTable,
} from "./schema/identity-tables.js";
import type {
  AuditLogTable,
  BehaviorProfileTable,
  ChainHeadTable,
  CostCounterTable,
  CostHighTable,
  CostMinuteTable,
  DecisionInputTable,
  IdempotencyKeyTable,
  PendingBillingEventTable,
  PendingUsageEventTable,
  RateBucketTable,
  RequestCounterTable,
  RequestTable,
  SignalMinuteTable,
  UsageDayTable,
  UsageRecordTable,
  WorkerCursorTable,
} from "./schema/ledger-tables.js";

export type * from "./schema/identity-tables.js";
export type * from "./schema/ledger-tables.js";

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
  decision_inputs: DecisionInputTable;
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
  behavior_profiles: BehaviorProfileTable;
  signal_minutes: SignalMinuteTable;
  worker_cursors: WorkerCursorTable;
}
