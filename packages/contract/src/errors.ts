// The error table: every way Portcullis refuses, with its status, its exact `error` text, whether a retry can help, and
// what the caller should do. Codes are the keys; texts are what goes over the wire. Nothing else defines an error.

interface ErrorEntry {
  /** HTTP status of the answer. */
  readonly status: number;
  /** The exact text of the envelope's `error` member. */
  readonly error: string;
  /** Whether the same call may succeed later without being changed. */
  readonly retryable: boolean;
  /** What the caller should do. */
  readonly hint: string;
}

const entry = (status: number, error: string, retryable: boolean, hint: string): ErrorEntry => ({
  status,
  error,
  retryable,
  hint,
});

export const errorTable = {
  tenant_header_required: entry(400, "X-Tenant-ID header required", false, "Send your tenant's UUID in X-Tenant-ID."),
  invalid_tenant_uuid: entry(400, "Invalid Tenant UUID", false, "X-Tenant-ID must be a UUID."),
  agent_header_required: entry(
    400,
    "X-Agent-ID header required",
    false,
    "Send the calling agent's UUID in X-Agent-ID.",
  ),
  invalid_request_id: entry(400, "invalid_request_id", false, "X-Request-ID takes 1 to 128 of A-Z a-z 0-9 . _ : -"),
  invalid_idempotency_key: entry(
    400,
    "invalid_idempotency_key",
    false,
    "X-Idempotency-Key takes 1 to 255 printable ASCII characters.",
  ),
  reason_required: entry(400, "reason required", false, "Say why in `reason`; it is kept in the audit trail."),
  malformed_body: entry(
    400,
    "malformed_body",
    false,
    'Send a body that is one JSON value in UTF-8, such as {"name": "value"}.',
  ),
  duplicate_json_key: entry(400, "duplicate_json_key", false, "Name each member of a JSON object once."),
  too_deep: entry(400, "json_too_deep", false, "Nest the body less deeply: 64 levels, 512 in a payload."),
  invalid_tool_name: entry(400, "invalid_tool_name", false, "Tool names take visible characters of one script."),
  invalid_cursor: entry(400, "invalid_cursor", false, "Pass `cursor` as an earlier answer's `next_cursor` gave it."),
  malformed_request: entry(
    400,
    "malformed_request",
    false,
    "The request's line, headers or encoding could not be read.",
  ),
  invalid_token: entry(401, "Invalid or expired token", false, "Sign in again for a new token."),
  invalid_credentials: entry(401, "Invalid credentials", false, "Check e-mail and password, or agent id and secret."),
  tenant_mismatch: entry(401, "tenant_mismatch", false, "X-Tenant-ID must be the tenant that the token belongs to."),
  invalid_internal_secret: entry(401, "invalid_internal_secret", false, "Send the deployment's X-Internal-Secret."),
  invalid_api_key: entry(401, "invalid_api_key", false, "Use an API key that exists and was not revoked."),
  invalid_edge_session: entry(401, "invalid_edge_session", true, "Open a new session with POST /edge/session."),
  write_role_required: entry(
    403,
    "Write operations require ADMIN or SECURITY role",
    false,
    "Ask an ADMIN or SECURITY user.",
  ),
  insufficient_role: entry(
    403,
    "insufficient_role",
    false,
    "This operation needs another role: GET /openapi.json has it as `x-who`.",
  ),
  insufficient_scope: entry(403, "insufficient_scope", false, "Use an API key with a scope that the operation takes."),
  platform_admin_required: entry(403, "platform_admin_required", false, "Only platform administrators may do this."),
  cross_site_request: entry(
    403,
    "cross_site_request",
    false,
    "Send the token in the Authorization header, not by cookie.",
  ),
  ip_blocked: entry(403, "ip_blocked", true, "Too many failed sign-ins from this address; wait 5 minutes."),
  kill_switch_engaged: entry(
    403,
    "kill_switch_engaged",
    false,
    "The tenant's kill switch is on; an operator must release it.",
  ),
  policy_denied: entry(403, "policy_denied", false, "The call was judged and refused; `data.rule_id` names the rule."),
  approval_required: entry(
    403,
    "approval_required",
    false,
    "Have `data.approval_key` approved, then retry with X-Approval-Key.",
  ),
  agent_mismatch: entry(403, "agent_mismatch", false, "An agent's token works for that agent only."),
  agent_quarantined: entry(
    403,
    "agent_quarantined",
    false,
    "The agent is quarantined; an operator must set it ACTIVE.",
  ),
  origin_refused: entry(
    403,
    "origin_refused",
    false,
    "Call the server by a name of its own, and from no other site's page: check Host and Origin.",
  ),
  not_found: entry(404, "not_found", false, "No such resource in this tenant."),
  route_not_found: entry(404, "route_not_found", false, "No operation has this path: GET /docs shows those that are."),
  agent_not_found: entry(404, "agent_not_found", false, "No such agent in this tenant."),
  tool_not_found: entry(
    404,
    "tool_not_found",
    false,
    "A call reaches the tools that its edge was given, in a tools file; GET /registry/tools lists those on record.",
  ),
  audit_pending: entry(404, "audit_pending", true, "The row is on its way; ask again after Retry-After."),
  method_not_allowed: entry(405, "method_not_allowed", false, "See the Allow header for the verbs of this path."),
  conflict: entry(409, "conflict", false, "`data.field` names what is already taken."),
  registry_full: entry(
    409,
    "registry_full",
    false,
    "MCP servers have shown `data.limit` tools that nobody registered: delete those that no one uses, or the server that makes them up.",
  ),
  request_id_reused: entry(409, "request_id_reused", false, "Use a new X-Request-ID for each attempt."),
  idempotency_key_reused: entry(
    409,
    "idempotency_key_reused",
    false,
    "Another body came with this key: use a new one.",
  ),
  outcome_unknown: entry(
    409,
    "outcome_unknown",
    false,
    "The first call's end is not known: GET /audit/logs has its row, once it has ended.",
  ),
  call_cancelled: entry(
    409,
    "call_cancelled",
    false,
    "Its caller cancelled the call: send it anew if it is wanted after all.",
  ),
  payload_too_large: entry(
    413,
    "payload_too_large",
    false,
    "Send at most 4 MiB of payload to /execute, 1 MiB elsewhere.",
  ),
  unsupported_media_type: entry(415, "unsupported_media_type", false, "Send application/json."),
  validation_failed: entry(422, "Validation failed", false, "`meta.details` names each field and what is wrong."),
  policy_invalid: entry(422, "policy_invalid", false, "`data.errors` says which rule is wrong, where and why."),
  rate_limited: entry(429, "Rate limit exceeded", true, "Wait until `data.reset_at`, or have the limit raised."),
  too_many_streams: entry(
    429,
    "too_many_streams",
    true,
    "Close a stream of yours first: `data.limit` are open. One brings everything, and resumes.",
  ),
  too_many_verifications: entry(
    429,
    "too_many_verifications",
    true,
    "Wait until one of yours has ended: `data.limit` are under way. Ask for one range after the other.",
  ),
  internal: entry(500, "internal_error", true, "Try again; tell the operator the X-Request-ID if it persists."),
  inconsistent_account: entry(500, "inconsistent account metadata", false, "An administrator must repair the account."),
  upstream_error: entry(502, "upstream_error", false, "The tool answered with an error; see `data.tool_status`."),
  upstream_unreachable: entry(502, "upstream_unreachable", true, "The tool could not be reached; it did not run."),
  response_withheld: entry(
    502,
    "response_withheld",
    false,
    "The tool ran; its answer could not be made safe to pass on.",
  ),
  response_too_large: entry(502, "response_too_large", false, "The tool ran; its answer is over 16 MiB."),
  control_plane_unreachable: entry(
    503,
    "control_plane_unreachable",
    true,
    "The edge refuses until the control plane answers.",
  ),
  buffer_full: entry(
    503,
    "buffer_full",
    true,
    "The edge's record buffer, or its disk, is full; the buffer drains when the control plane answers.",
  ),
  store_unavailable: entry(503, "store_unavailable", true, "The control plane's database does not answer; try again."),
  behavior_unavailable: entry(
    503,
    "behavior_unavailable",
    true,
    "Behaviour scoring is down and the tenant refuses without it.",
  ),
  chain_halted: entry(
    503,
    "chain_halted",
    false,
    "Appending stopped to protect the audit chain; an operator must act: see docs/operating.md.",
  ),
  decision_timeout: entry(504, "decision_timeout", true, "The decision took longer than its deadline; retry once."),
  upstream_timeout: entry(504, "upstream_timeout", false, "The tool did not answer in time; it may have run."),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;

/** What a refusal may carry beside its code. */
export interface RefusalDetails {
  /** The envelope's `data`. */
  readonly data?: unknown;
  /** The envelope's `meta.details`, for validation errors. */
  readonly details?: readonly ValidationDetail[];
  /** Seconds for the `Retry-After` header, which says whole ones, at least one. */
  readonly retryAfterS?: number;
  /** Words for people, beside the code's hint. */
  readonly detail?: string;
  /** Where the code's own word on repeating does not hold, because the call has run. */
  readonly retryable?: false;
}

/** One entry of `meta.details`: what is wrong with one field. */
export interface ValidationDetail {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
}

/**
 * A typed refusal: the only error that is meant to reach a caller. Whatever else is thrown is `internal`.
 * @example throw new Refusal("agent_not_found")
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  /** `options.cause` is for logs; callers never see it. */
  constructor(code: ErrorCode, details: RefusalDetails = {}, options?: ErrorOptions) {
    super(details.detail ?? errorTable[code].error, options);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

const LONGEST_SHOWN_PATH = 200;

/** `route_not_found` for a request of this method and target, which may have a query; that is not repeated. */
export function noRouteFor(method: string, target: string): Refusal {
  const path = (target.split("?", 1)[0] as string).replaceAll(/[^\x21-\x7e]/g, "?");
  const shown = path.length > LONGEST_SHOWN_PATH ? `${path.slice(0, LONGEST_SHOWN_PATH)}…` : path;
  return new Refusal("route_not_found", {
    detail: `No operation is ${method} ${shown}: GET /docs shows those that are, GET /openapi.json tells programs.`,
  });
}

/** The envelope of every JSON answer. */
export interface Envelope<T = unknown> {
  success: boolean;
  data: T | null;
  error: string | null;
  meta: Record<string, unknown> | null;
  /** On 404 only: the same in words, for clients that read a bare `detail`. */
  detail?: string;
}

/** A 401 has one (RFC 9110); what was wrong with a token says the envelope. */
const CHALLENGE = 'Bearer realm="portcullis"';

/** Headers that the answer has beside those of every answer. */
export function headersOfRefusal({ status, details }: Refusal): Record<string, string> {
  const { retryAfterS } = details;
  return {
    ...(retryAfterS === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfterS))) }),
    ...(status === 401 ? { "www-authenticate": CHALLENGE } : {}),
  };
}

/** Turns a refusal into the answer that the caller sees. */
export function envelopeOfRefusal(refusal: Refusal): Envelope {
  const { error, status, hint, ...entry } = errorTable[refusal.code];
  const { data, details, detail, retryable = entry.retryable } = refusal.details;
  const meta: Record<string, unknown> = { code: refusal.code, retryable, hint: detail ?? hint };
  if (details) meta.details = details;
  const envelope: Envelope = { success: false, data: data ?? null, error, meta };
  if (status === 404) envelope.detail = detail ?? hint;
  return envelope;
}

/** The envelope of a success. */
export function envelopeOf<T>(data: T, meta: Record<string, unknown> | null = null): Envelope<T> {
  return { success: true, data, error: null, meta };
}
