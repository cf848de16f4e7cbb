/**
 * Crash rounds: processes killed with SIGKILL at random moments under load, started again, and everything counted
 * afterwards. Shared by the suite of a few rounds and by the long run; the seed repeats the choices, not the machine's timing.
 */
import { findViolationsAtRest, findViolationsNow } from "./crash-invariants.js";
import { type Attempt, startCrashLoad } from "./crash-load.js";
import { restAfterCrash, startCrashStack, summarise, waitUntilServing } from "./crash-stack.js";
import type { DatabaseKind } from "./databases.js";
import { waitFor } from "./event-wait.js";
import { openOwnerConnection } from "./owner-connection.js";
import { type SeededRandom, seededRandom } from "./seeded-random.js";
import type { Stack } from "./stack.js";

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

/** Runs the rounds on a stack of its own; every victim has its turn. Stops at the first round that breaks something. */
export async function runCrashRounds(options: CrashOptions): Promise<CrashReport> {
  const { database, rounds, seed, restEvery = 5, tell = () => undefined } = options;
  const random = seededRandom(seed);
  const stack = await startCrashStack(database);
  const owner = await openOwnerConnection(database.url);
  const attempts: Attempt[] = [];
  let violations: string[] = [];
  try {
    for (let round = 1; round <= rounds && violations.length === 0; round++) {
      const victim = VICTIMS[(round - 1) % VICTIMS.length] as Victim;
      const { killedAfterMs, made } = await runRound(stack, victim, random);
      attempts.push(...made);
      const isResting = round === rounds || round % restEvery === 0;
      if (isResting) await restAfterCrash(stack, owner);
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
  await waitUntilServing(stack, load, countBefore);
  await load.stop();
  return { killedAfterMs, made: load.attempts };
}
