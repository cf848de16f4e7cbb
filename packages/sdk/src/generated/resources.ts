// Generated from the contract by scripts/generate.ts; do not edit.

import type { DecisionEvent, EventStreamOptions } from "../event-stream.js";
import type { RequestOptions } from "../options.js";
import type { PagedList } from "../pages.js";
import type { components } from "./types.js";

type Schemas = components["schemas"];
/** An allowed call: the decision envelope, the redacted answer, what it cost. */
export type ExecuteResult = Schemas["ExecutionExecuteData"];

/** `client.auth` */
export interface AuthResource {
  /** Sign in as a user. Needs X-Tenant-ID. Also sets the HTTP-only cookie `acp_token`. (`POST /auth/token`) */
  token(body: Schemas["AuthTokenBody"], options?: RequestOptions): Promise<Schemas["AuthTokenData"]>;
  /** Sign in as an agent. Needs X-Internal-Secret, or an edge session of the agent's tenant as bearer token. `subject_token` is the delegating agent's valid token. (`POST /auth/agent/token`) */
  agentToken(body: Schemas["AuthAgentTokenBody"], options?: RequestOptions): Promise<Schemas["AuthAgentTokenData"]>;
  /** Who the caller is. `permissions` are those of a user's role, the scopes of an API key, or the grants of an agent's token. (`GET /auth/me`) */
  me(options?: RequestOptions): Promise<Schemas["AuthMeData"]>;
  /** Whether a token of this tenant is valid. Shape of RFC 7662. A token of another tenant, or one that is not valid, is only `active: false`. An agent may ask about its own tokens. (`POST /auth/introspect`) */
  introspect(body: Schemas["AuthIntrospectBody"], options?: RequestOptions): Promise<Schemas["AuthIntrospectData"]>;
  /** A new token for the caller. Fresh jti and expiry; the old token stays valid until its own expiry. A delegated token never outlives a hop. (`POST /auth/refresh`) */
  refresh(options?: RequestOptions): Promise<Schemas["AuthRefreshData"]>;
  /** Revoke the caller's token (`POST /auth/logout`) */
  logout(options?: RequestOptions): Promise<void>;
  /** Revoke a token by id or by value (`POST /auth/revoke`) */
  revoke(body: Schemas["AuthRevokeBody"], options?: RequestOptions): Promise<void>;
  /** Create a user of the tenant (`POST /auth/users`) */
  createUser(body: Schemas["AuthCreateUserBody"], options?: RequestOptions): Promise<Schemas["AuthCreateUserData"]>;
  /** Provision an agent's secret. The secret is generated and returned once. Earlier secrets of the agent end at once, or after `overlap_seconds`. (`POST /auth/credentials`) */
  createCredentials(body: Schemas["AuthCreateCredentialsBody"], options?: RequestOptions): Promise<Schemas["AuthCreateCredentialsData"]>;
  /** Create a tenant, or change one. With an `id` that exists, the tenant is changed, and keeps what is not named; a new one is of tier `free` then. `admin` makes its first ADMIN. (`POST /auth/tenants`) */
  saveTenant(body: Schemas["AuthSaveTenantBody"], options?: RequestOptions): Promise<Schemas["AuthSaveTenantData"]>;
  /** The caller's tenant (`GET /auth/tenants/{tenant_id}`) */
  getTenant(options?: RequestOptions): Promise<Schemas["AuthGetTenantData"]>;
}

/** `client.users` */
export interface UsersResource {
  /** List the users of the tenant. Newest first. Other answers name users by `id`. (`GET /users`) */
  list(query?: Schemas["UsersListQuery"], options?: RequestOptions): PagedList<Schemas["UsersListData"]["items"][number]>;
}

/** `client.apiKeys` */
export interface ApiKeysResource {
  /** Exchange an API key for a token. The token has the role of the key's creator, cut by the key's scopes. (`POST /api-keys/validate`) */
  validate(body: Schemas["ApiKeysValidateBody"], options?: RequestOptions): Promise<Schemas["ApiKeysValidateData"]>;
  /** Create an API key. `key` is shown here and never again. (`POST /api-keys`) */
  create(body: Schemas["ApiKeysCreateBody"], options?: RequestOptions): Promise<Schemas["ApiKeysCreateData"]>;
  /** List API keys: prefixes and metadata (`GET /api-keys`) */
  list(query?: Schemas["ApiKeysListQuery"], options?: RequestOptions): PagedList<Schemas["ApiKeysListData"]["items"][number]>;
  /** Revoke an API key and the tokens that it minted (`DELETE /api-keys/{key_id}`) */
  revoke(keyId: string, options?: RequestOptions): Promise<void>;
}

/** `client.agents` */
export interface AgentsResource {
  /** List agents (`GET /agents`) */
  list(query?: Schemas["AgentsListQuery"], options?: RequestOptions): PagedList<Schemas["AgentsListData"]["items"][number]>;
  /** Counts of agents by status and risk level (`GET /agents/summary`) */
  summary(options?: RequestOptions): Promise<Schemas["AgentsSummaryData"]>;
  /** Register an agent (`POST /agents`) */
  create(body: Schemas["AgentsCreateBody"], options?: RequestOptions): Promise<Schemas["AgentsCreateData"]>;
  /** One agent (`GET /agents/{agent_id}`) */
  get(agentId: string, options?: RequestOptions): Promise<Schemas["AgentsGetData"]>;
  /** One agent with its grants, behaviour baseline and today's use (`GET /agents/{agent_id}/profile`) */
  profile(agentId: string, options?: RequestOptions): Promise<Schemas["AgentsProfileData"]>;
  /** Change an agent: status, risk level, metadata, name (`PATCH /agents/{agent_id}`) */
  update(agentId: string, body: Schemas["AgentsUpdateBody"], options?: RequestOptions): Promise<Schemas["AgentsUpdateData"]>;
  /** Remove an agent; its history stays (`DELETE /agents/{agent_id}`) */
  delete(agentId: string, options?: RequestOptions): Promise<void>;
  /** List an agent's grants (`GET /agents/{agent_id}/permissions`) */
  listPermissions(agentId: string, query?: Schemas["AgentsListPermissionsQuery"], options?: RequestOptions): PagedList<Schemas["AgentsListPermissionsData"]["items"][number]>;
  /** Grant a tool, refuse it, or have it escalate (`POST /agents/{agent_id}/permissions`) */
  grantPermission(agentId: string, body: Schemas["AgentsGrantPermissionBody"], options?: RequestOptions): Promise<Schemas["AgentsGrantPermissionData"]>;
  /** Take a grant back (`DELETE /agents/{agent_id}/permissions/{permission_id}`) */
  revokePermission(agentId: string, permissionId: string, options?: RequestOptions): Promise<void>;
}

/** `client.registry` */
export interface RegistryResource {
  /** List tools (`GET /registry/tools`) */
  listTools(query?: Schemas["RegistryListToolsQuery"], options?: RequestOptions): PagedList<Schemas["RegistryListToolsData"]["items"][number]>;
  /** Register a tool (`POST /registry/tools`) */
  createTool(body: Schemas["RegistryCreateToolBody"], options?: RequestOptions): Promise<Schemas["RegistryCreateToolData"]>;
  /** Change a tool's facts (`PATCH /registry/tools/{tool_name}`) */
  updateTool(toolName: string, body: Schemas["RegistryUpdateToolBody"], options?: RequestOptions): Promise<Schemas["RegistryUpdateToolData"]>;
  /** Remove a tool from the catalogue (`DELETE /registry/tools/{tool_name}`) */
  deleteTool(toolName: string, options?: RequestOptions): Promise<void>;
}

/** `client.tenant` */
export interface TenantResource {
  /** The tenant's settings (`GET /tenant/settings`) */
  getSettings(options?: RequestOptions): Promise<Schemas["TenantGetSettingsData"]>;
  /** Change the tenant's settings. A member that is named replaces the whole of it; `scan` and `redaction` are checked against the rules. (`PATCH /tenant/settings`) */
  updateSettings(body: Schemas["TenantUpdateSettingsBody"], options?: RequestOptions): Promise<Schemas["TenantUpdateSettingsData"]>;
  /** Quota and consumption (`GET /tenant/quota`) */
  quota(options?: RequestOptions): Promise<Schemas["TenantQuotaData"]>;
}

/** `client.killSwitch` */
export interface KillSwitchResource {
  /** Whether the kill switch is engaged (`GET /decision/kill-switch/{tenant_id}`) */
  get(options?: RequestOptions): Promise<Schemas["KillSwitchGetData"]>;
  /** Stop every call of the tenant, running ones included. Answers when every connected edge has acknowledged, or after one second with those that had not. (`POST /decision/kill-switch/{tenant_id}`) */
  engage(body?: Schemas["KillSwitchEngageBody"], options?: RequestOptions): Promise<Schemas["KillSwitchEngageData"]>;
  /** Release the kill switch (`DELETE /decision/kill-switch/{tenant_id}`) */
  disengage(body?: Schemas["KillSwitchDisengageBody"], options?: RequestOptions): Promise<Schemas["KillSwitchDisengageData"]>;
}

/** `client.decision` */
export interface DecisionResource {
  /** Counts of decisions in the last hours (`GET /decision/summary`) */
  summary(query?: Schemas["DecisionSummaryQuery"], options?: RequestOptions): Promise<Schemas["DecisionSummaryData"]>;
  /** Recent decisions, newest first (`GET /decision/history`) */
  history(query?: Schemas["DecisionHistoryQuery"], options?: RequestOptions): PagedList<Schemas["DecisionHistoryData"]["items"][number]>;
}

/** `client.policy` */
export interface PolicyResource {
  /** Active policy files with their source (`GET /policy`) */
  list(query?: Schemas["PolicyListQuery"], options?: RequestOptions): PagedList<Schemas["PolicyListData"]["items"][number]>;
  /** Make a policy file the active one of its name. Checked against the schema of the tenant's tools: an unknown attribute, or a rule that cannot match, refuses the upload. An empty `policy` removes the file. (`POST /policy/upload`) */
  upload(body: Schemas["PolicyUploadBody"], options?: RequestOptions): Promise<Schemas["PolicyUploadData"]>;
  /** Run unit tests against a draft, or against the active policies (`POST /policy/test`) */
  test(body: Schemas["PolicyTestBody"], options?: RequestOptions): Promise<Schemas["PolicyTestData"]>;
  /** Replay a draft over past calls. The draft is a policy file, settings of the scan, or both. `was` is what the active policies come to on what was kept of a call, `now` what the draft comes to. Settings are judged by the findings that were stored of each call, and by those values of its payload that were kept. (`POST /policy/simulate`) */
  simulate(body: Schemas["PolicySimulateBody"], options?: RequestOptions): Promise<Schemas["PolicySimulateData"]>;
}

/** `client.risk` */
export interface RiskResource {
  /** Weights of the decision stage, and its thresholds by risk level (`GET /risk/signal-weights`) */
  getSignalWeights(options?: RequestOptions): Promise<Schemas["RiskGetSignalWeightsData"]>;
  /** Set the weights of the decision stage (`PUT /risk/signal-weights`) */
  setSignalWeights(body: Schemas["RiskSetSignalWeightsBody"], options?: RequestOptions): Promise<Schemas["RiskSetSignalWeightsData"]>;
}

/** `client.autonomy` */
export interface AutonomyResource {
  /** List autonomy contracts (`GET /autonomy/contracts`) */
  listContracts(query?: Schemas["AutonomyListContractsQuery"], options?: RequestOptions): PagedList<Schemas["AutonomyListContractsData"]["items"][number]>;
  /** Create an autonomy contract (`POST /autonomy/contracts`) */
  createContract(body: Schemas["AutonomyCreateContractBody"], options?: RequestOptions): Promise<Schemas["AutonomyCreateContractData"]>;
  /** Change an autonomy contract (`PATCH /autonomy/contracts/{id}`) */
  updateContract(id: string, body: Schemas["AutonomyUpdateContractBody"], options?: RequestOptions): Promise<Schemas["AutonomyUpdateContractData"]>;
  /** Disable an autonomy contract; the row is kept (`DELETE /autonomy/contracts/{id}`) */
  disableContract(id: string, options?: RequestOptions): Promise<void>;
  /** Contract violations of the last minutes (`GET /autonomy/violations`) */
  violations(query?: Schemas["AutonomyViolationsQuery"], options?: RequestOptions): PagedList<Schemas["AutonomyViolationsData"]["items"][number]>;
  /** Escalated calls that a person let through (`GET /autonomy/overrides`) */
  overrides(query?: Schemas["AutonomyOverridesQuery"], options?: RequestOptions): PagedList<Schemas["AutonomyOverridesData"]["items"][number]>;
}

/** `client.autoResponse` */
export interface AutoResponseResource {
  /** Calls and actions that wait for a person. `arguments` has what policies read of the payload, by JSON Pointer, for those who may approve; null for others, and where nothing is kept. `declared_cost_usd` is the most that the call may declare: the higher of the tool's maximum or price and of the caller's `usage` at its rate; null where nothing was declared. (`GET /auto-response/pending`) */
  listPending(query?: Schemas["AutoResponseListPendingQuery"], options?: RequestOptions): PagedList<Schemas["AutoResponseListPendingData"]["items"][number]>;
  /** Approve it, for one use (`POST /auto-response/pending/{key}/approve`) */
  approvePending(key: string, body?: Schemas["AutoResponseApprovePendingBody"], options?: RequestOptions): Promise<Schemas["AutoResponseApprovePendingData"]>;
  /** Reject it (`POST /auto-response/pending/{key}/reject`) */
  rejectPending(key: string, body?: Schemas["AutoResponseRejectPendingBody"], options?: RequestOptions): Promise<Schemas["AutoResponseRejectPendingData"]>;
}

/** `client.audit` */
export interface AuditResource {
  /** Audit rows, newest first (`GET /audit/logs`) */
  list(query?: Schemas["AuditListQuery"], options?: RequestOptions): PagedList<Schemas["AuditListData"]["items"][number]>;
  /** Search audit rows (`POST /audit/logs/search`) */
  search(body?: Schemas["AuditSearchBody"], options?: RequestOptions): Promise<Schemas["AuditSearchData"]>;
  /** Verify the chain. Always 200; the result is in the body. Nothing to verify is not valid. Of long chains ask for at most 200,000 rows at a time. (`GET /audit/logs/verify`) */
  verify(query?: Schemas["AuditVerifyQuery"], options?: RequestOptions): Promise<Schemas["AuditVerifyData"]>;
  /** Why a call was decided as it was, finding by finding (`GET /audit/logs/{audit_id}/explain`) */
  explain(auditId: string, options?: RequestOptions): Promise<Schemas["AuditExplainData"]>;
  /** The signed receipt of a row (`GET /audit/logs/{audit_id}/receipt`) */
  receipt(auditId: string, options?: RequestOptions): Promise<Schemas["AuditReceiptData"]>;
  /** Audit rows without usage, and usage without audit rows (`GET /audit/billing-gaps`) */
  billingGaps(options?: RequestOptions): Promise<Schemas["AuditBillingGapsData"]>;
}

/** `client.receipts` */
export interface ReceiptsResource {
  /** The public key that signs receipts now (`GET /receipts/key`) */
  key(options?: RequestOptions): Promise<Schemas["ReceiptsKeyData"]>;
  /** The signed receipt of an execution (`GET /receipts/{execution_id}`) */
  get(executionId: string, options?: RequestOptions): Promise<Schemas["ReceiptsGetData"]>;
  /** Verify an archived receipt with this deployment's keys (`POST /receipts/verify`) */
  verify(body: Schemas["ReceiptsVerifyBody"], options?: RequestOptions): Promise<Schemas["ReceiptsVerifyData"]>;
}

/** `client.transparency` */
export interface TransparencyResource {
  /** The deployment's signing keys, current and historical (`GET /transparency/keys`) */
  keys(options?: RequestOptions): Promise<Schemas["TransparencyKeysData"]>;
}

/** `client.billing` */
export interface BillingResource {
  /** Spend of the last days: total, by agent, by tool, by day, and the share of the cap (`GET /billing/summary`) */
  summary(query?: Schemas["BillingSummaryQuery"], options?: RequestOptions): Promise<Schemas["BillingSummaryData"]>;
  /** The rate table (`GET /billing/rates`) */
  getRates(options?: RequestOptions): Promise<Schemas["BillingGetRatesData"]>;
  /** Replace the rate table; calls decided before keep theirs (`PUT /billing/rates`) */
  setRates(body: Schemas["BillingSetRatesBody"], options?: RequestOptions): Promise<Schemas["BillingSetRatesData"]>;
}

/** `client.events` */
export interface EventsResource {
  /** Decisions as they are appended. `id` is the row's seq; `Last-Event-ID` resumes. Agents get their own rows only. (`GET /events/stream`) */
  stream(query?: Schemas["EventsStreamQuery"], options?: EventStreamOptions): AsyncIterable<DecisionEvent>;
}

/** `client.service` */
export interface ServiceResource {
  /** Liveness (`GET /health`) */
  health(options?: RequestOptions): Promise<Schemas["ServiceHealthData"]>;
  /** Readiness, service by service (`GET /system/health`) */
  systemHealth(options?: RequestOptions): Promise<Schemas["ServiceSystemHealthData"]>;
  /** Public status (`GET /status`) */
  status(options?: RequestOptions): Promise<Schemas["ServiceStatusData"]>;
  /** Prometheus scrape (`GET /metrics`) */
  metrics(options?: RequestOptions): Promise<string>;
  /** This API as OpenAPI 3.1 (`GET /openapi.json`) */
  openapi(options?: RequestOptions): Promise<unknown>;
}

/** Every resource of the client. */
export interface Resources {
  readonly auth: AuthResource;
  readonly users: UsersResource;
  readonly apiKeys: ApiKeysResource;
  readonly agents: AgentsResource;
  readonly registry: RegistryResource;
  readonly tenant: TenantResource;
  readonly killSwitch: KillSwitchResource;
  readonly decision: DecisionResource;
  readonly policy: PolicyResource;
  readonly risk: RiskResource;
  readonly autonomy: AutonomyResource;
  readonly autoResponse: AutoResponseResource;
  readonly audit: AuditResource;
  readonly receipts: ReceiptsResource;
  readonly transparency: TransparencyResource;
  readonly billing: BillingResource;
  readonly events: EventsResource;
  readonly service: ServiceResource;
}
