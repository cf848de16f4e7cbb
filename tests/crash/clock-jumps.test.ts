// A wall clock that is set while everything runs, of the control plane or of the sidecar, forth or back, and then set right.
// Calls may be refused meanwhile, and nothing else: what ran has its record and its bill, the chain is valid, and calls run
// again once the clock is right. Where rows of a future were written, an operator says first that this is known.

import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { confirmChain, readConfig } from "@portcullis/control-plane";
import {
  type Attempt,
  type CrashLoad,
  eachDatabase,
  findViolationsAtRest,
  makeTempFolder,
  openOwnerConnection,
  restAfterCrash,
  type Stack,
  seededRandom,
  startCrashLoad,
  startCrashStack,
  summarise,
  type TempFolder,
  waitFor,
  waitUntilServing,
} from "@portcullis/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

const HOOK = fileURLToPath(new URL("shifted-clock.mjs", import.meta.url));
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
  let folder: TempFolder;
  let stack: Stack;
  const attempts: Attempt[] = [];

  beforeAll(async () => {
    folder = await makeTempFolder("clocks");
    const hook = async (name: string) => {
      const CLOCK_FILE = join(folder.path, name);
      await writeFile(CLOCK_FILE, "0");
      return { NODE_OPTIONS: `--import=${HOOK}`, CLOCK_FILE };
    };
    const env = { ...ENV, ...(await hook("control-plane-1")) };
    stack = await startCrashStack(database, { env, sidecarEnv: await hook("sidecar-1") });
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.error(`Output of the processes:\n${stack.output()}`);
  });
  afterAll(async () => {
    await stack?.stop();
    await folder?.remove();
  });

  const setClock = async (name: string, shiftMs: number) => {
    const process = [...stack.controlPlanes, ...stack.sidecars].find((one) => one.name === name);
    const told = () =>
      process
        ?.output()
        .match(/^clock set to .*$/gm)
        ?.at(-1);
    await writeFile(join(folder.path, name), String(shiftMs));
    await waitFor(() => told() === `clock set to ${shiftMs} ms`, { what: `the clock of ${name} to be set` });
  };
  /** What its operator does about a chain that ends in a future that was none; any other goes on by itself. */
  const confirmWhereHalted = async (load: CrashLoad) => {
    const count = load.attempts.length;
    const isOneOrTheOther = () =>
      load.attempts.slice(count).find(({ status, error }) => status === 200 || error === "chain_halted");
    const { status } = await waitFor(isOneOrTheOther, { what: "calls to run, or the chain to be halted" });
    if (status === 200) return;
    const config = readConfig({ ...ENV, DATABASE_URL: database.url, PORTCULLIS_DATA_DIR: folder.path });
    await confirmChain(config, { tenantId: stack.tenant.id, actor: "ada@example.com", reason: "the clock is right" });
  };

  for (const name of ["sidecar-1", "control-plane-1"]) {
    test.each(Object.entries(JUMPS))(`of ${name}, %s`, async (_, shiftMs) => {
      const load = startCrashLoad(stack, [stack.sidecarUrl, stack.url], seededRandom(1));
      const answers = (count: number) =>
        waitFor(() => load.attempts.length >= count, { what: `${count} answers to the load` });
      await waitFor(() => load.attempts.some(({ status }) => status === 200), { what: "the load to run" });
      await setClock(name, shiftMs);
      await answers(load.attempts.length + CALLS);
      await setClock(name, 0);
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
