/** A call whose tool is running and does not answer: what the kill switch, a lost stream or a crash must deal with. */
import { randomUUID } from "node:crypto";
import type { DataOf } from "@portcullis/contract";
import type { Answer, Credentials } from "./contract-call.js";
import { waitFor } from "./event-wait.js";
import { isRefusedForLoad } from "./execute-call.js";
import type { Stack } from "./stack.js";
import type { ToolRun } from "./tools.js";

export interface HeldCallOptions {
  /** The first tenant's agent unless set. */
  readonly as?: Credentials;
  readonly payload?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HeldCall {
  readonly requestId: string;
  readonly entered: ToolRun;
  readonly answer: Promise<Answer<DataOf<"execution.execute">>>;
  /** When the answer came, on the clock of `performance.now()`. */
  readonly answeredAt: Promise<number>;
}

/**
 * Calls the tool `hold` at the door `url`; resolves once the tool has been entered, throws when the call ends before. One that
 * was refused because the machine is busy ran nowhere, and is made again.
 */
export function startHeldCall(stack: Stack, url: string, options: HeldCallOptions = {}): Promise<HeldCall> {
  return waitFor(() => holdOnce(stack, url, options), { what: "a held call to be decided in time" });
}

async function holdOnce(
  stack: Stack,
  url: string,
  { as = stack.tenant.agent, payload = {}, headers = {} }: HeldCallOptions,
): Promise<HeldCall | undefined> {
  const requestId = randomUUID();
  const answer = stack.callAt(url, "execution.execute", {
    as,
    headers: { "x-request-id": requestId, ...headers },
    body: { tool_name: "hold", payload },
  });
  const answeredAt = answer.then(() => performance.now());
  answeredAt.catch(() => undefined);
  const endedEarly = answer.then((early) => {
    if (isRefusedForLoad(early)) return undefined;
    throw new Error(`The held call ended before its tool was entered: ${early.status} ${early.text}`);
  });
  endedEarly.catch(() => undefined);
  const entered = await Promise.race([stack.tools.entered(requestId), endedEarly]);
  return entered && { requestId, entered, answer, answeredAt };
}
