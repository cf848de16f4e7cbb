// Errors of the client: one class for each kind that programs treat differently. `code` is the error table's key, so that
// nobody has to read messages.

import { describeConnectionFault, parseRetryAfter } from "@portcullis/core/transport";

/** What every error from the service carries. */
export interface ErrorDetails {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /**
   * Key of the error table, e.g. `policy_denied`; `connection_failed` and `timed_out` where no answer came, `HTTP 504` and
   * the like where the answer was not the service's.
   */
  readonly code: string;
  readonly data: unknown;
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
  /** Seconds, from Retry-After, be it a number or a date. */
  readonly retryAfter: number | undefined;
  readonly hint: string | undefined;
  /** `meta.details` of a validation error. */
  readonly details: readonly FieldError[];
}

export interface FieldError {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
}

/** Any refusal or failure of a request. @example if (error instanceof PortcullisError) console.log(error.code, error.hint) */
export class PortcullisError extends Error {
  override readonly name: string = "PortcullisError";
  readonly status: number;
  readonly code: string;
  readonly data: unknown;
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly hint: string | undefined;
  readonly details: readonly FieldError[];

  constructor(message: string, details: ErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.status = details.status;
    this.code = details.code;
    this.data = details.data;
    this.requestId = details.requestId;
    this.traceId = details.traceId;
    this.retryAfter = details.retryAfter;
    this.hint = details.hint;
    this.details = details.details;
  }
}

/** 401: the token, key, password or secret is not valid. */
export class AuthenticationError extends PortcullisError {
  override readonly name = "AuthenticationError";
}
/** 403: signed in, but not permitted. */
export class PermissionError extends PortcullisError {
  override readonly name: string = "PermissionError";
}

/** What a refused call was judged by. */
export interface RefusedDecision {
  readonly action: string;
  readonly rule_id: string | null;
  readonly findings: readonly string[];
  readonly score: number;
  readonly signals_evaluated: Record<string, { score: number; threshold: number; triggered: boolean }>;
  readonly audit_id: string;
  readonly receipt_url: string;
}

/** 403 `policy_denied`: the call was judged and refused; `decision.rule_id` names the rule. */
export class PolicyDeniedError extends PermissionError {
  override readonly name = "PolicyDeniedError";
  get decision(): RefusedDecision {
    return this.data as RefusedDecision;
  }
}
/** 403 `kill_switch_engaged`: an operator has stopped every call of the tenant. */
export class KillSwitchEngagedError extends PermissionError {
  override readonly name = "KillSwitchEngagedError";
}
/** 403 `approval_required`: have `approvalKey` approved, then repeat the same call with it. */
export class ApprovalRequiredError extends PermissionError {
  override readonly name = "ApprovalRequiredError";
  get approvalKey(): string {
    return (this.data as { approval_key: string }).approval_key;
  }
  get reason(): string {
    return (this.data as { reason: string }).reason;
  }
}
/** 404: no such resource in this tenant. */
export class NotFoundError extends PortcullisError {
  override readonly name = "NotFoundError";
}
/** 409: something is taken, or was used already. */
export class ConflictError extends PortcullisError {
  override readonly name = "ConflictError";
}
/** 422: `details` names each field and what is wrong with it. */
export class ValidationError extends PortcullisError {
  override readonly name = "ValidationError";
}
/** 429: wait `retryAfter` seconds; `limitType` says which limit. */
export class RateLimitError extends PortcullisError {
  override readonly name = "RateLimitError";
  get limitType(): string | undefined {
    return (this.data as { limit_type?: string } | null)?.limit_type;
  }
}
/** 502, 503, and 504 of something on the way: the tool, the edge or the control plane is not available. */
export class ServiceUnavailableError extends PortcullisError {
  override readonly name: string = "ServiceUnavailableError";
}
/** 502 `upstream_error`: the tool itself answered with an error; `toolStatus` and `result` are what it said. */
export class UpstreamError extends ServiceUnavailableError {
  override readonly name = "UpstreamError";
  /** The tool's HTTP status; null when its connection broke after the call was sent. */
  get toolStatus(): number | null {
    return (this.data as { tool_status?: number | null } | null)?.tool_status ?? null;
  }
  /** The tool's answer, redacted. */
  get result(): unknown {
    return (this.data as { result?: unknown } | null)?.result;
  }
}
/** 504 `decision_timeout`: nothing ran. */
export class DecisionTimeoutError extends PortcullisError {
  override readonly name = "DecisionTimeoutError";
}
/** 504 `upstream_timeout`: the tool did not answer in time and may have run. */
export class UpstreamTimeoutError extends PortcullisError {
  override readonly name = "UpstreamTimeoutError";
}
/** No answer: the connection failed, or the client's own timeout ended the attempt. */
export class ConnectionError extends PortcullisError {
  override readonly name = "ConnectionError";
}

type ErrorClass = new (message: string, details: ErrorDetails) => PortcullisError;

const classByCode: Readonly<Record<string, ErrorClass>> = {
  policy_denied: PolicyDeniedError,
  kill_switch_engaged: KillSwitchEngagedError,
  approval_required: ApprovalRequiredError,
  upstream_error: UpstreamError,
  decision_timeout: DecisionTimeoutError,
  upstream_timeout: UpstreamTimeoutError,
};
/** What a status says by itself, whoever answered: a proxy on the way may have. */
const classByStatus: Readonly<Record<number, ErrorClass>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
  502: ServiceUnavailableError,
  503: ServiceUnavailableError,
  504: ServiceUnavailableError,
};

const NOT_THE_SERVICE =
  "What answered is not the service: check the address, http or https included, and what stands before it.";
const BETWEEN =
  "Something between here and the service answered. Before a call is made again, look in the audit trail whether it ran.";

/** The error for an answer that is not a success of the service. */
export function errorOfAnswer(status: number, headers: Headers, body: unknown): PortcullisError {
  const envelope = (typeof body === "object" && body !== null ? body : {}) as {
    error?: unknown;
    data?: unknown;
    meta?: { code?: unknown; hint?: unknown; details?: unknown } | null;
  };
  const text = typeof envelope.error === "string" ? envelope.error : `HTTP ${status}`;
  // Only the service's own envelope has a code: what anyone else calls an error is no word on the call.
  const own = typeof envelope.meta?.code === "string" ? envelope.meta.code : undefined;
  const code = own ?? `HTTP ${status}`;
  const bareHint = own === undefined ? (status >= 500 ? BETWEEN : NOT_THE_SERVICE) : undefined;
  const hint = typeof envelope.meta?.hint === "string" ? envelope.meta.hint : bareHint;
  const retryAfterMs = parseRetryAfter(headers.get("retry-after"), Date.now());
  const details = Array.isArray(envelope.meta?.details) ? (envelope.meta.details as FieldError[]) : [];
  const Class = classByCode[code] ?? classByStatus[status] ?? PortcullisError;
  const why =
    details.length > 0
      ? describeDetails(details)
      : (describeRule(envelope.data) ?? describeTool(code, envelope.data) ?? hint);
  return new Class(why ? `${text}: ${why}` : text, {
    status,
    code,
    data: envelope.data ?? null,
    requestId: headers.get("x-request-id") ?? undefined,
    traceId: headers.get("x-trace-id") ?? undefined,
    retryAfter: retryAfterMs === null ? undefined : retryAfterMs / 1000,
    hint,
    details,
  });
}

/** The rule that a judged call was refused by, so that a log line says why without the error's members. */
function describeRule(data: unknown): string | undefined {
  const rule = (data as { rule_id?: unknown; action?: unknown } | null | undefined) ?? {};
  return rule.action === "deny" && typeof rule.rule_id === "string"
    ? `refused by the rule ${rule.rule_id}.`
    : undefined;
}

/** The status that a tool failed with; what it said is left to `result`, as it may be long and anything. */
function describeTool(code: string, data: unknown): string | undefined {
  const status = (data as { tool_status?: unknown } | null | undefined)?.tool_status;
  return code === "upstream_error" && typeof status === "number"
    ? `the tool answered ${status}; \`result\` is what it said.`
    : undefined;
}

const SHOWN_DETAILS = 5;

/** `body.name: Field required; …`: what a stack trace should say already. Never the input, which may be secret. */
function describeDetails(details: readonly FieldError[]): string {
  const shown = details.slice(0, SHOWN_DETAILS).map(({ loc, msg }) => `${loc.join(".")}: ${msg}`);
  return [...shown, ...(details.length > SHOWN_DETAILS ? ["…"] : [])].join("; ");
}

/** The error for a request to `origin` that got no answer; the id is its last attempt's, by which the service knows that. */
export function errorOfConnection(
  cause: unknown,
  timedOut: boolean,
  origin: string,
  requestId?: string,
): ConnectionError {
  const message = timedOut
    ? `No answer from ${origin} within the client's timeout.`
    : `The service could not be reached at ${origin}.`;
  return new ConnectionError(
    message,
    {
      status: 0,
      code: timedOut ? "timed_out" : "connection_failed",
      data: null,
      requestId,
      traceId: undefined,
      retryAfter: undefined,
      hint: timedOut
        ? "Give it longer with `timeoutMs`. Before a call is made again, look in the audit trail whether it ran."
        : (describeConnectionFault(cause) ?? "Check the base URL and that the sidecar or control plane is running."),
      details: [],
    },
    { cause },
  );
}
