/**
 * Crash rounds: processes killed with SIGKILL at random moments under load, started again, and everything counted
 * afterwards. Shared by the suite of a few rounds and by the long run; the seed repeats the choices, not the machine's timing.
 */
import { findViolationsAtRest, findViolationsNow, isAtRest } from "./crash-invariants.js";
import { type Attempt, startCrashLoad } from "./crash-load.js";
import type { DatabaseKind } from "./databases.js";
import { waitFor } from "./event-wait.js";
import { sendRequest } from "./http-exchange.js";
import { readMoneyBalance } from "./money-balance.js";
import { type OwnerConnection, openOwnerConnection } from "./owner-connection.js";
import { type SeededRandom, seededRandom } from "./seeded-random.js";
import { type Stack, startStack } from "./stack.js";

export const VICTIMS = ["sidecar", "control plane", "both"] as const;
export type Victim = (typeof VICTIMS)[number];

export interface CrashOptions {
  readonly database: { readonly kind: DatabaseKind; readonly url: string };
  readonly rounds: number;
  readonly seed: number;
  /** Rounds between two full checks at rest; the last round always has one. */
  readonly restEvery?: number;
  readonly tell?: (line: string) => void;
}

export interface CrashReport {
  readonly seed: number;
  readonly attempts: number;
  readonly executed: number;
  /** Rows that ended as `unknown`, because their end was lost with a process. */
  readonly unknown: number;
  /** Sentences about what did not hold; empty when everything did. */
  readonly violations: readonly string[];
}

/** Short, so that what a crash leaves open is closed while the test looks. */
const SETTINGS = { PORTCULLIS_CLOSE_AFTER_MS: "300" };
const TOOL_TIMEOUT_MS = 400;

/** Runs the rounds on a stack of its own; every victim has its turn. Stops at the first round that breaks something. */
export async function runCrashRounds(options: CrashOptions): Promise<CrashReport> {
  const { database, rounds, seed, restEvery = 5, tell = () => undefined } = options;
  const random = seededRandom(seed);
  const stack = await startStack({
    database,
    oneTenant: true,
    env: SETTINGS,
    toolsFile: (own) => ({
      ...own,
      tools: own.tools
        .filter(({ name }) => name === "priced" || name === "hang")
        .map((tool) => ({ ...tool, timeout_ms: TOOL_TIMEOUT_MS, price_usd: "0.25", max_cost_usd: "0.25" })),
    }),
  });
  const owner = await openOwnerConnection(database.url);
  const attempts: Attempt[] = [];
  let violations: string[] = [];
  try {
    await liftLimits(stack);
    for (let round = 1; round <= rounds && violations.length === 0; round++) {
      const victim = VICTIMS[(round - 1) % VICTIMS.length] as Victim;
      const { killedAfterMs, made } = await runRound(stack, victim, random);
      attempts.push(...made);
      const isResting = round === rounds || round % restEvery === 0;
      if (isResting) await rest(stack, owner);
      violations = isResting
        ? await findViolationsAtRest(stack, owner, attempts)
        : await findViolationsNow(stack, owner);
      tell(
        `round ${round}: ${victim} killed after ${killedAfterMs} ms; ${summarise(made)}; ` +
          `${stack.tools.runs.length} runs so far${isResting ? ", checked at rest" : ""}`,
      );
    }
    const [unknown] = await owner.all<{ n: number }>(
      `select count(*) as n from audit_logs where tenant_id = '${stack.tenant.id}' and action = 'execute' and outcome = 'unknown'`,
    );
    const executed = new Set(stack.tools.runs.map(({ requestId }) => requestId)).size;
    if (violations.length > 0) tell(stack.output());
    return { seed, attempts: attempts.length, executed, unknown: unknown?.n ?? 0, violations };
  } catch (error) {
    tell(stack.output());
    throw error;
  } finally {
    await owner.close();
    await stack.stop();
  }
}

async function runRound(
  stack: Stack,
  victim: Victim,
  random: SeededRandom,
): Promise<{ killedAfterMs: number; made: readonly Attempt[] }> {
  const [controlPlane] = stack.controlPlanes;
  const [sidecar] = stack.sidecars;
  if (controlPlane === undefined || sidecar === undefined) throw new Error("Crash rounds need both processes.");
  const load = startCrashLoad(stack, [sidecar.url, controlPlane.url], random);
  const startedAt = performance.now();
  await waitFor(() => load.attempts.some(({ status }) => status === 200), { what: "the load to run" });
  const delayMs = random.between(0, 700);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const killedAfterMs = Math.round(performance.now() - startedAt);
  const victims = { sidecar: [sidecar], "control plane": [controlPlane], both: [sidecar, controlPlane] }[victim];
  const pauseMs = random.between(0, 300);
  for (const process of victims) {
    await process.kill("SIGKILL");
    if (victim === "both") await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  // A sidecar serves only when its control plane does.
  for (const process of [...victims].reverse()) await process.start();
  const countBefore = load.attempts.length;
  const isServing = () => load.attempts.slice(countBefore).some(({ status }) => status === 200);
  await waitFor(isServing, { what: "calls to run again" });
  await waitFor(
    async () => (await sendRequest({ method: "GET", url: `${sidecar.url}/health` }).catch(() => null))?.status === 200,
    { what: "the sidecar to be connected again" },
  );
  await load.stop();
  return { killedAfterMs, made: load.attempts };
}

/**
 * Until what the crash left open is closed as unknown, every late record has come, and the rest is settled and recorded. The
 * days of waiting for late records pass in the table, and only then: a sidecar may take seconds to send what it kept.
 */
async function rest(stack: Stack, owner: OwnerConnection): Promise<void> {
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
function summarise(attempts: readonly Attempt[]): string {
  const counts = new Map<string, number>();
  for (const { status, error } of attempts) {
    const end = status === 200 ? "200" : (error ?? "no answer");
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return [...counts].map(([end, count]) => `${count} × ${end}`).join(", ");
}

async function liftLimits(stack: Stack): Promise<void> {
  await stack.call("tenant.updateSettings", {
    as: stack.tenant.users.ADMIN,
    body: { requests_per_second: 1_000_000, burst: 2_000_000 },
  });
}
