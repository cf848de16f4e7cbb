// A disk that is full under load: the sidecar's, the control plane's, or both. Calls are refused before their tools run, what ran
// has its record and its bill, and calls run again as soon as there is room, in the same processes.

import {
  type Attempt,
  createDatabase,
  findViolationsAtRest,
  type OwnedDatabase,
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

const CALLS = 100;

/** What a call may be answered meanwhile. */
const REFUSALS = new Set([
  "buffer_full",
  "store_unavailable",
  "control_plane_unreachable",
  "decision_timeout",
  "upstream_timeout",
  "policy_denied",
]);

let disks: Preloads;
let database: OwnedDatabase;
let stack: Stack;
const attempts: Attempt[] = [];

beforeAll(async () => {
  disks = await makePreloads("FULL_DISK", ["sidecar-1", "control-plane-1"], "room");
  database = await createDatabase("sqlite");
  const settings = { env: disks.envOf("control-plane-1"), sidecarEnv: disks.envOf("sidecar-1") };
  stack = await startCrashStack({ kind: "sqlite", url: database.url }, settings);
});
afterEach(({ task }) => {
  if (task.result?.state === "fail") console.error(`Output of the processes:\n${stack.output()}`);
});
afterAll(async () => {
  await stack?.stop();
  await database?.drop();
  await disks?.remove();
});

test.each([
  ["the sidecar", ["sidecar-1"], "buffer_full"],
  ["the control plane", ["control-plane-1"], "store_unavailable"],
  ["both", ["sidecar-1", "control-plane-1"], "store_unavailable"],
])("a full disk of %s", async (_, names, felt) => {
  const pids = () => [...stack.controlPlanes, ...stack.sidecars].map(({ pid }) => pid);
  const before = pids();
  const load = startCrashLoad(stack, [stack.sidecarUrl, stack.url], seededRandom(1));
  await waitFor(() => load.attempts.some(({ status }) => status === 200), { what: "the load to run" });
  for (const name of names) await disks.tell(stack, name, "full");
  await waitFor(() => load.attempts.some(({ error }) => error === felt), { what: `a call to be answered ${felt}` });
  const count = load.attempts.length;
  await waitFor(() => load.attempts.length >= count + CALLS, { what: `${CALLS} more answers` });
  for (const name of names) await disks.tell(stack, name, "room");
  await waitUntilServing(stack, load, load.attempts.length);
  await load.stop();
  attempts.push(...load.attempts);

  expect(pids()).toEqual(before);
  const riddles = load.attempts.filter(({ status, error }) => status !== 200 && !REFUSALS.has(error ?? ""));
  expect(riddles, summarise(load.attempts)).toEqual([]);
  const ran = new Set(stack.tools.runs.map(({ requestId }) => requestId));
  const refused = load.attempts.filter(({ error }) => error === "buffer_full");
  expect(refused.filter(({ requestId }) => ran.has(requestId))).toEqual([]);
  const owner = await openOwnerConnection(database.url);
  await restAfterCrash(stack, owner);
  expect(await findViolationsAtRest(stack, owner, attempts)).toEqual([]);
  await owner.close();
});
