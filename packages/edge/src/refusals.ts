// Refusals that say more than their code: who was refused, and whether the control plane has written the row already.
// The boundary (outcome.ts) reads this to know whether a refusal still needs a record.
import { type ErrorCode, Refusal, type RefusalDetails } from "@portcullis/contract";

/** Whom a refusal record names. */
export interface KnownCaller {
  readonly jti: string;
  readonly agentId: string | null;
}

/** A refusal of a caller whose token was verified, before the auth stage could return: it becomes a row. */
export class CallerRefusal extends Refusal {
  readonly caller: KnownCaller;
  constructor(code: ErrorCode, caller: KnownCaller, details: RefusalDetails = {}) {
    super(code, details);
    this.caller = caller;
  }
}

/** A refusal by `decide` whose row the control plane has appended, or that is nobody's: the edge adds none. */
export class DecidedRefusal extends Refusal {
  readonly auditId: string | null;
  constructor(code: ErrorCode, auditId: string | null, details: RefusalDetails = {}) {
    super(code, details);
    this.auditId = auditId;
  }
}

/** The deadline of stages 4 to 7 passed; what becomes of the call's record is known when `decide` answers after all. */
export class DecisionTimeout extends Refusal {
  readonly permitMayCome: boolean;
  constructor(deadlineMs: number, requestId: string, permitMayCome: boolean) {
    super("decision_timeout", { data: decisionTimeoutData(deadlineMs, requestId) });
    this.permitMayCome = permitMayCome;
  }
}

/** Whatever was thrown, as a refusal: what is none is `internal`, with the error as its cause. */
export function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal("internal", {}, { cause: error });
}

/** Of what comes, or is not done, while the edge closes. */
export function shuttingDown(): Refusal {
  return new Refusal("control_plane_unreachable", { detail: "The edge is shutting down." });
}

/** `data` of a 504 `decision_timeout`. */
export function decisionTimeoutData(deadlineMs: number, requestId: string) {
  return { deadline_seconds: deadlineMs / 1000, request_id: requestId };
}
