/** One governed call at one home, as tests make them by the hundred: a request id that is known, the rest by default. */
import { randomUUID } from "node:crypto";
import type { DataOf } from "@portcullis/contract";
import type { Answer, Credentials } from "./contract-call.js";
import { waitFor } from "./event-wait.js";
import type { HomeName, Stack } from "./stack.js";

export interface ExecuteOptions {
  /** The first tenant's agent unless set. */
  readonly as?: Credentials;
  readonly payload?: unknown;
  /** Further members of the body. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly requestId?: string;
  readonly timeoutMs?: number;
}

export interface Executed extends Answer<DataOf<"execution.execute">> {
  readonly requestId: string;
}

/**
 * POST /execute; the answer is checked against the contract. A call that was refused because the machine is busy ran nowhere,
 * and is made again under another id, unless the test has given one.
 */
export async function execute(
  stack: Stack,
  home: HomeName,
  tool: string,
  options: ExecuteOptions = {},
): Promise<Executed> {
  const executeOnce = async () => {
    const requestId = options.requestId ?? randomUUID();
    const answer = await stack.callAt(stack.urlOf(home), "execution.execute", {
      as: options.as ?? stack.tenant.agent,
      headers: { "x-request-id": requestId, ...options.headers },
      body: {
        tool_name: tool,
        ...(options.payload === undefined ? {} : { payload: options.payload }),
        ...options.body,
      },
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    });
    return Object.assign(answer, { requestId });
  };
  return options.requestId === undefined ? repeatWhileBusy(executeOnce, `a call of ${tool}`) : executeOnce();
}

/**
 * The answer of a call that is made again for as long as it is refused because the machine is busy: it ran nowhere. `what` names
 * it in errors.
 */
export function repeatWhileBusy<T extends Pick<Answer, "body">>(call: () => Promise<T>, what = "a call"): Promise<T> {
  const callInTime = async () => {
    const answer = await call();
    return isRefusedForLoad(answer) ? undefined : answer;
  };
  return waitFor(callInTime, { what: `${what} to be decided in time` });
}

/** Errors that only a busy machine, or a control plane that is away, brings about: no such call ran to its end. */
export const ERRORS_FOR_LOAD: ReadonlySet<unknown> = new Set(["decision_timeout", "control_plane_unreachable"]);

/** Whether a call was refused for such an error. */
export function isRefusedForLoad({ body }: Pick<Answer, "body">): boolean {
  return ERRORS_FOR_LOAD.has(body.error);
}

/** The key under which a person can approve an escalated call. Throws when the answer has none. */
export function approvalKeyOf({ status, text, body }: Pick<Answer, "status" | "text" | "body">): string {
  const data: unknown = body.data;
  if (typeof data === "object" && data !== null && "approval_key" in data && typeof data.approval_key === "string") {
    return data.approval_key;
  }
  throw new Error(`There is no approval_key in ${status} ${text}.`);
}

/** The audit row of a request; waits until it is appended. */
export async function auditRowOf(
  stack: Stack,
  requestId: string,
  tenant = stack.tenant,
): Promise<DataOf<"audit.search">["items"][number]> {
  const search = async () => {
    const found = await stack.call("audit.search", {
      as: tenant.users.ADMIN,
      body: { request_id: requestId, action: "execute" },
    });
    return found.data.items[0];
  };
  return waitFor(search, { what: `the audit row of ${requestId}` });
}
