// A control plane or a sidecar that is told to stop while callers read large answers: what has begun is read to its end, who reads
// nothing is not waited for beyond the grace, and what waits for nothing ends at once.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { parseJson } from "@portcullis/core";
import {
  eachDatabase,
  HOMES,
  type HomeName,
  type ManagedProcess,
  openEventStream,
  type Stack,
  type StackOptions,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { describe, expect, test } from "vitest";
import { rowAndBillsOf } from "./row-and-bills.js";

/** More than the system keeps between two sockets, less than the longest answer. */
const ANSWER_BYTES = 12 * 1024 * 1024;
const IN_ORDER = { code: 0, signal: null };
const SIGNAL_OF = { "control plane": "SIGTERM", sidecar: "SIGINT" } as const;
const PRICE_USD = "0.25";
const RAN = { row: { decision: "allow", outcome: "allowed" }, bills: 1 };

/** The held tool has a price, so that its calls have bills. */
const options = (stopGraceMs: number): Omit<StackOptions, "database"> => ({
  oneTenant: true,
  env: { PORTCULLIS_STOP_GRACE_MS: String(stopGraceMs) },
  sidecarEnv: { PORTCULLIS_STOP_GRACE_MS: String(stopGraceMs) },
  toolsFile: (own) => ({
    ...own,
    tools: own.tools.map((tool) =>
      tool.name === "hold" ? { ...tool, price_usd: PRICE_USD, max_cost_usd: PRICE_USD } : tool,
    ),
  }),
});

interface UnreadAnswer {
  readonly requestId: string;
  /** Its head is there, and as much of its body as comes before anyone reads. */
  readonly answer: IncomingMessage;
}

/** Calls the held tool on a connection that is kept alive; resolves when the first bytes of its large answer have come. */
function startUnreadAnswer(stack: Stack, url: string): Promise<UnreadAnswer> {
  const callOnce = async () => {
    const requestId = randomUUID();
    const sent = request(`${url}/execute`, {
      method: "POST",
      agent: new Agent({ keepAlive: true }),
      headers: { ...stack.tenant.agent.headers, "content-type": "application/json", "x-request-id": requestId },
    });
    const answered: Promise<[IncomingMessage]> = once(sent, "response") as Promise<[IncomingMessage]>;
    sent.end(JSON.stringify({ tool_name: "hold", payload: { answer_bytes: ANSWER_BYTES } }));
    // One that was refused because the machine is busy ran nowhere.
    const early = await Promise.race([stack.tools.entered(requestId).then(() => undefined), answered]);
    if (early !== undefined) return void early[0].destroy();
    stack.tools.release();
    const [answer] = await answered;
    return { requestId, answer };
  };
  return waitFor(callOnce, { what: "a held call to be decided in time" });
}

interface IdleConnection {
  /** Resolves when the server has ended it. */
  readonly closed: Promise<unknown>;
}

/** Opens a connection that waits for nothing: nothing was asked on it, or one request that has its answer. */
async function openIdle(url: string, isUsed: boolean): Promise<IdleConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).resume();
  const closed = new Promise((resolve) => socket.once("error", () => undefined).once("close", resolve));
  await once(socket, "connect");
  if (!isUsed) return { closed };
  socket.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "data");
  return { closed };
}

function processOf(stack: Stack, home: HomeName): ManagedProcess {
  const found = home === "sidecar" ? stack.sidecars[0] : stack.controlPlanes[0];
  if (found === undefined) throw new Error(`There is no ${home}.`);
  return found;
}

eachDatabase("a process that stops while answers are being read", (database) => {
  /** Longer than a busy machine takes to read them. */
  const stack = useStack(database, options(40_000));

  describe.each(HOMES)("the %s", (home) => {
    test("lets a slow client read a large answer to its end, refuses who comes, and ends with 0; the call is a row and a bill", async () => {
      const url = stack().urlOf(home);
      const idle = await Promise.all([openIdle(url, true), openIdle(url, false)]);
      const events = await openEventStream(`${url}/events/stream`, stack().tenant.users.AUDITOR.headers);
      const { requestId, answer } = await startUnreadAnswer(stack(), url);

      const ended = processOf(stack(), home).kill(SIGNAL_OF[home]);
      // Nobody has read on yet, so none of these waits for that answer.
      await Promise.all(idle.map(({ closed }) => closed));
      await waitFor(events.isEnded, { what: "the event stream to end" });
      const late = connect(Number(new URL(url).port), new URL(url).hostname);
      await expect(once(late, "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
      expect(processOf(stack(), home).isRunning()).toBe(true);

      const body = parseJson(await text(answer)) as { readonly data: { readonly result: { readonly text: string } } };
      expect(answer.statusCode).toBe(200);
      expect(body.data.result.text).toBe("x".repeat(ANSWER_BYTES));
      expect(await ended).toEqual(IN_ORDER);
      await processOf(stack(), home).start();
      expect(await rowAndBillsOf(stack(), requestId)).toMatchObject(RAN);
    });
  });
});

eachDatabase("a process that stops while an answer is not read on", (database) => {
  const stack = useStack(database, options(1000));

  test.each(HOMES)("the %s ends with 0 once the grace is over; the call is a row and a bill", async (home) => {
    const { requestId, answer } = await startUnreadAnswer(stack(), stack().urlOf(home));
    const cut = once(answer, "error");
    expect(await processOf(stack(), home).kill(SIGNAL_OF[home])).toEqual(IN_ORDER);
    answer.resume();
    expect(await cut).toMatchObject([{ code: "ECONNRESET" }]);
    await processOf(stack(), home).start();
    expect(await rowAndBillsOf(stack(), requestId)).toMatchObject(RAN);
  });
});
