// SIGTERM under load, of sidecar and control plane at once: both end with 0, and after the next start each call that ran has its
// record and its bill, and none is left unknown.

import {
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
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

/** Longer than a stop and a start take: what is closed as unknown all the same was lost. */
const CLOSE_AFTER_MS = "60000";
/** What a call may be answered meanwhile; one whose connection was refused has no answer. */
const REFUSALS = new Set([
  "control_plane_unreachable",
  "store_unavailable",
  "decision_timeout",
  "upstream_timeout",
  "policy_denied",
]);

eachDatabase("a sidecar and a control plane that are stopped under load", (database) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startCrashStack(database, { env: { PORTCULLIS_CLOSE_AFTER_MS: CLOSE_AFTER_MS } });
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.error(`Output of the processes:\n${stack.output()}`);
  });
  afterAll(() => stack?.stop());

  it("lose no call", async () => {
    const processes = [...stack.sidecars, ...stack.controlPlanes];
    const load = startCrashLoad(stack, [stack.sidecarUrl, stack.url], seededRandom(1));
    await waitFor(() => load.attempts.some(({ status }) => status === 200), { what: "the load to run" });
    const ends = await Promise.all(processes.map((process) => process.kill("SIGTERM")));
    expect(ends).toEqual(processes.map(() => ({ code: 0, signal: null })));
    // A sidecar serves only when its control plane does.
    for (const process of processes.reverse()) await process.start();
    await waitUntilServing(stack, load, load.attempts.length);
    await load.stop();

    const others = load.attempts.filter(
      ({ status, error }) => status !== 200 && error !== null && !REFUSALS.has(error),
    );
    expect(others, summarise(load.attempts)).toEqual([]);
    const owner = await openOwnerConnection(database.url);
    try {
      await restAfterCrash(stack, owner);
      expect(await findViolationsAtRest(stack, owner, load.attempts)).toEqual([]);
      const lost = "select request_id from audit_logs where action = 'execute' and outcome = 'unknown'";
      expect(await owner.all(lost)).toEqual([]);
    } finally {
      await owner.close();
    }
  });
});
