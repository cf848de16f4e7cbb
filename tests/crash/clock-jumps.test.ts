// A wall clock that is set while everything runs, of the control plane or of the sidecar, forth or back, and then set right.
// Calls may be refused meanwhile, and nothing else: what ran has its record and its bill, the chain is valid, and calls run
// again once the clock is right. Where rows of a future were written, an operator says first that this is known.

import { randomBytes } from "node:crypto";
import { confirmChain, readConfig } from "@portcullis/control-plane";
import {
  type Attempt,
  type CrashLoad,
  eachDatabase,
  findViolationsAtRest,
  openOwnerConnection,
  restAfterCrash,
  type Stack,
  seededRandom,
  startCrashLoad,
  startCrashStack,
  summarise,
  waitFor,
  waitUntilServing,
} from "@portcullis/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makePreloads, type Preloads } from "./preloads.js";

const PROCESSES = ["sidecar-1", "control-plane-1"] as const;
const MINUTE_MS = 60_000;
const CALLS = 60;
const ENV = { PORTCULLIS_MASTER_KEY: randomBytes(32).toString("base64") };

/** What a call may be answered while a clock is wrong. */
const REFUSALS = new Set([
  "Invalid or expired token",
  "chain_halted",
  "control_plane_unreachable",
  "store_unavailable",
  "decision_timeout",
  "upstream_timeout",
  "policy_denied",
]);

const JUMPS = {
  "three minutes back": -3 * MINUTE_MS,
  "three minutes forth": 3 * MINUTE_MS,
  "two hours back": -120 * MINUTE_MS,
  // The last: by SQLite's clock, which is the process's, it leaves rows of a future.
  "two hours forth": 120 * MINUTE_MS,
};

eachDatabase("a clock that is set under load", (database) => {
  let clocks: Preloads;
  let stack: Stack;
  const attempts: Attempt[] = [];

  beforeAll(async () => {
    clocks = await makePreloads("SHIFTED_CLOCK", PROCESSES, "0");
    const env = { ...ENV, ...clocks.envOf("control-plane-1") };
    stack = await startCrashStack(database, { env, sidecarEnv: clocks.envOf("sidecar-1") });
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.error(`Output of the processes:\n${stack.output()}`);
  });
  afterAll(async () => {
    await stack?.stop();
    await clocks?.remove();
  });

  /** What its operator does about a chain that ends in a future that was none; any other goes on by itself. */
  const confirmWhereHalted = async (load: CrashLoad) => {
    const count = load.attempts.length;
    const isOneOrTheOther = () =>
      load.attempts.slice(count).find(({ status, error }) => status === 200 || error === "chain_halted");
    const { status } = await waitFor(isOneOrTheOther, { what: "calls to run, or the chain to be halted" });
    if (status === 200) return;
    const config = readConfig({ ...ENV, DATABASE_URL: database.url });
    await confirmChain(config, { tenantId: stack.tenant.id, actor: "ada@example.com", reason: "the clock is right" });
  };

  for (const name of PROCESSES) {
    test.each(Object.entries(JUMPS))(`of ${name}, %s`, async (_, shiftMs) => {
      const load = startCrashLoad(stack, [stack.sidecarUrl, stack.url], seededRandom(1));
      const answers = (count: number) =>
        waitFor(() => load.attempts.length >= count, { what: `${count} answers to the load` });
      await waitFor(() => load.attempts.some(({ status }) => status === 200), { what: "the load to run" });
      await clocks.tell(stack, name, String(shiftMs));
      await answers(load.attempts.length + CALLS);
      await clocks.tell(stack, name, "0");
      await confirmWhereHalted(load);
      await waitUntilServing(stack, load, load.attempts.length);
      await answers(load.attempts.length + CALLS);
      await load.stop();
      attempts.push(...load.attempts);

      const riddles = load.attempts.filter(({ status, error }) => status !== 200 && !REFUSALS.has(error ?? ""));
      expect(riddles, summarise(load.attempts)).toEqual([]);
      const owner = await openOwnerConnection(database.url);
      await restAfterCrash(stack, owner);
      expect(await findViolationsAtRest(stack, owner, attempts)).toEqual([]);
      await owner.close();
    });
  }
});
