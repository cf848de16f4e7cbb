/**
 * Load that goes on while processes die under it: callers at every door, each with a new request id per attempt and, for
 * some calls, one idempotency key over all attempts. Keeps what every attempt was answered; no answer is an answer too.
 */
import { randomUUID } from "node:crypto";
import { type RawAnswer, sendRequest } from "./http-exchange.js";
import type { SeededRandom } from "./seeded-random.js";
import type { Stack } from "./stack.js";

export interface Attempt {
  readonly requestId: string;
  readonly tool: string;
  readonly idempotencyKey: string | null;
  /** Null when the connection ended without an answer. */
  readonly status: number | null;
  readonly error: string | null;
}

export interface CrashLoad {
  readonly attempts: readonly Attempt[];
  /** Ends every caller after the attempt that it is at. */
  readonly stop: () => Promise<void>;
}

const CALLERS_A_DOOR = 4;
const ATTEMPTS_A_KEY = 4;
/** One in three runs for a while, so that a crash finds calls in every stage; one is refused. */
const TOOLS = ["priced", "priced", "hang", "priced", "hang", "refused"] as const;

/** Starts the callers at these doors. */
export function startCrashLoad(stack: Stack, doors: readonly string[], random: SeededRandom): CrashLoad {
  const attempts: Attempt[] = [];
  let isStopped = false;

  const callOnce = async (url: string, tool: string, idempotencyKey: string | null): Promise<number | null> => {
    const requestId = randomUUID();
    const payload = tool === "refused" ? { sql: "DROP TABLE customers" } : { n: random.between(0, 1000) };
    const answer: RawAnswer | null = await sendRequest({
      method: "POST",
      url: `${url}/execute`,
      headers: {
        ...stack.tenant.agent.headers,
        "content-type": "application/json",
        "x-request-id": requestId,
        ...(idempotencyKey === null ? {} : { "x-idempotency-key": idempotencyKey }),
      },
      body: JSON.stringify({
        tool_name: tool === "refused" ? "priced" : tool,
        payload: idempotencyKey === null ? payload : { key: idempotencyKey },
      }),
      timeoutMs: 10_000,
    }).catch(() => null);
    const { error = null } = (answer?.json ?? {}) as { error?: string | null };
    attempts.push({ requestId, tool, idempotencyKey, status: answer?.status ?? null, error });
    // A door that is down answers at once: do not spin on it.
    if (answer === null || answer.status >= 500) await new Promise((resolve) => setTimeout(resolve, 20));
    return answer?.status ?? null;
  };
  const runCaller = async (url: string): Promise<void> => {
    while (!isStopped) {
      const tool = random.pick(TOOLS);
      const key = tool === "priced" && random.between(0, 2) === 0 ? randomUUID() : null;
      for (let n = 0; n < (key === null ? 1 : ATTEMPTS_A_KEY) && !isStopped; n++) {
        const status = await callOnce(url, tool, key);
        if (status !== null && status < 500) break;
      }
    }
  };
  const callers = doors.flatMap((url) => Array.from({ length: CALLERS_A_DOOR }, () => runCaller(url)));
  return {
    attempts,
    stop: async () => {
      isStopped = true;
      await Promise.all(callers);
    },
  };
}
