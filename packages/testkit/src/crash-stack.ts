/** The stack that is crashed and disturbed under load, and how it comes to rest again. */
import { isAtRest } from "./crash-invariants.js";
import type { Attempt, CrashLoad } from "./crash-load.js";
import { waitFor } from "./event-wait.js";
import { sendRequest } from "./http-exchange.js";
import { readMoneyBalance } from "./money-balance.js";
import type { OwnerConnection } from "./owner-connection.js";
import { type Stack, type StackOptions, startStack } from "./stack.js";

/** Short, so that what a crash leaves open is closed while the test looks. */
const SETTINGS = { PORTCULLIS_CLOSE_AFTER_MS: "300" };
const TOOL_TIMEOUT_MS = 400;

/** One control plane, one sidecar, tools that cost, and no limits in the way; `more` has further settings of the processes. */
export async function startCrashStack(
  database: StackOptions["database"],
  more: Pick<StackOptions, "env" | "sidecarEnv"> = {},
): Promise<Stack> {
  const stack = await startStack({
    ...more,
    database,
    oneTenant: true,
    env: { ...SETTINGS, ...more.env },
    toolsFile: (own) => ({
      ...own,
      tools: own.tools
        .filter(({ name }) => name === "priced" || name === "hang")
        .map((tool) => ({ ...tool, timeout_ms: TOOL_TIMEOUT_MS, price_usd: "0.25", max_cost_usd: "0.25" })),
    }),
  });
  await stack.call("tenant.updateSettings", {
    as: stack.tenant.users.ADMIN,
    body: { requests_per_second: 1_000_000, burst: 2_000_000 },
  });
  return stack;
}

/** Until calls run again that came after the first `count` of the load, and the sidecar is connected. */
export async function waitUntilServing(stack: Stack, load: CrashLoad, count: number): Promise<void> {
  const isServing = () => load.attempts.slice(count).some(({ status }) => status === 200);
  await waitFor(isServing, { what: "calls to run again" });
  await waitFor(
    async () =>
      (await sendRequest({ method: "GET", url: `${stack.sidecarUrl}/health` }).catch(() => null))?.status === 200,
    { what: "the sidecar to be connected again" },
  );
}

/**
 * Until what the crash left open is closed as unknown, every late record has come, and the rest is settled and recorded. The
 * days of waiting for late records pass in the table, and only then: a sidecar may take seconds to send what it kept.
 */
export async function restAfterCrash(stack: Stack, owner: OwnerConnection): Promise<void> {
  const [controlPlane] = stack.controlPlanes;
  const [sidecar] = stack.sidecars;
  const balance = () => readMoneyBalance(owner, stack.tenant.id);
  const isClosed = async () => {
    const [row] = await owner.all<{ n: number }>(
      `select count(*) as n from requests where tenant_id = '${stack.tenant.id}' and status = 'open'`,
    );
    return row?.n === 0;
  };
  const isSent = async () => {
    const metrics = await sendRequest({ method: "GET", url: `${sidecar?.url}/metrics` });
    return /^portcullis_records_waiting 0$/m.test(metrics.text);
  };
  await waitFor(isClosed, { what: "open calls to be closed", everyMs: 100 });
  await waitFor(isSent, { what: "the sidecar's records to be taken", everyMs: 100 });
  await owner.run(`update requests set closed_at = 1 where tenant_id = '${stack.tenant.id}' and status = 'unknown'`);
  // Workers look at once when they start.
  if ((await balance()).open.count > 0) await controlPlane?.restart();
  await waitFor(async () => isAtRest(await balance()), { what: "the money to be at rest", everyMs: 100 });
}

/** `12 × 200, 3 × policy_denied, 40 × no answer`. */
export function summarise(attempts: readonly Attempt[]): string {
  const counts = new Map<string, number>();
  for (const { status, error } of attempts) {
    const end = status === 200 ? "200" : (error ?? "no answer");
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return [...counts].map(([end, count]) => `${count} × ${end}`).join(", ");
}
