// A row key that is rotated beside control planes that run: under load of two replicas, one of which learns of the new key at its
// start and the other from the chain, and beside one that learns of it by itself.

import { randomBytes } from "node:crypto";
import {
  auditRowOf,
  eachDatabase,
  execute,
  findViolationsAtRest,
  openOwnerConnection,
  readChain,
  restAfterCrash,
  runProgram,
  seededRandom,
  startCrashLoad,
  summarise,
  useDatabase,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { describe, expect, test } from "vitest";

const MASTER_KEY = randomBytes(32).toString("base64");
/** What a call may come to: one replica is started again meanwhile. */
const ENDS = new Set([
  null,
  "policy_denied",
  "upstream_timeout",
  "upstream_unreachable",
  "store_unavailable",
  "control_plane_unreachable",
  "buffer_full",
  "decision_timeout",
]);

describe("a row key that is rotated under load (postgres)", () => {
  const database = useDatabase("postgres");
  const stack = useStack(database, {
    controlPlanes: 2,
    oneTenant: true,
    toolNames: ["priced", "hang"],
    env: { PORTCULLIS_MASTER_KEY: MASTER_KEY, PORTCULLIS_CLOSE_AFTER_MS: "300" },
  });

  test("loses no call, moves the chain on once, and leaves old receipts valid", async () => {
    const { tenant, controlPlanes } = stack();
    const [first, second] = controlPlanes;
    if (first === undefined || second === undefined) throw new Error("two control planes");
    await stack().call("tenant.updateSettings", {
      as: tenant.users.ADMIN,
      body: { requests_per_second: 1_000_000, burst: 2_000_000 },
    });
    const early = await execute(stack(), "sidecar", "priced");
    const earlyRow = await waitFor(() => auditRowOf(stack(), early.requestId), { what: "the row of a call" });
    const load = startCrashLoad(stack(), [stack().sidecarUrl, first.url, second.url], seededRandom(1));
    await waitFor(() => load.attempts.some(({ status }) => status === 200), { what: "the load to run" });

    const env = { DATABASE_URL: database.url, PORTCULLIS_MASTER_KEY: MASTER_KEY };
    const { code, output } = await runProgram("packages/control-plane/dist/main.js", ["--rotate-keys"], env);
    expect(code, output).toBe(0);
    const { retired, current } = JSON.parse(output);
    await first.restart();
    const before = load.attempts.length;
    // Both replicas append: the sidecar and a door of its own are the first's, the third door is the second's.
    await waitFor(() => load.attempts.slice(before).filter(({ status }) => status === 200).length > 30, {
      what: "calls to run with the new key",
    });
    await load.stop();

    expect(
      load.attempts.filter(({ error }) => !ENDS.has(error)),
      summarise(load.attempts),
    ).toEqual([]);
    const owner = await openOwnerConnection(database.url);
    await restAfterCrash(stack(), owner);
    expect(await findViolationsAtRest(stack(), owner, load.attempts)).toEqual([]);
    await owner.close();
    const rows = await readChain(stack(), tenant);
    const rotation = rows.filter(({ action }) => action === "key_rotated");
    expect(rotation).toHaveLength(1);
    expect(JSON.parse(rotation[0]?.content ?? "{}")).toMatchObject({ old_key: retired, new_key: current });
    const late = rows.at(-1);
    for (const id of [earlyRow.id, late?.id ?? ""]) {
      const { data } = await stack().call("audit.receipt", { as: tenant.users.AUDITOR, params: { audit_id: id } });
      expect(data).toMatchObject({ signature_valid: true });
    }
  });
});

eachDatabase("a row key that is rotated beside a control plane that goes on", (database) => {
  const stack = useStack(database, { oneTenant: true, env: { PORTCULLIS_MASTER_KEY: MASTER_KEY } });

  test("signs its next rows without a restart, and the row before them hands the chain over", async () => {
    const env = { DATABASE_URL: database.url, PORTCULLIS_MASTER_KEY: MASTER_KEY };
    const { code, output } = await runProgram("packages/control-plane/dist/main.js", ["--rotate-keys"], env);
    expect(code, output).toBe(0);
    const { retired, current } = JSON.parse(output);
    const primary = async () => (await stack().call("transparency.keys")).data.primary_fingerprint;
    await waitFor(async () => (await primary()) === current, { what: "the control plane to read its keys" });

    const { requestId } = await execute(stack(), "sidecar", "echo");
    const row = await waitFor(() => auditRowOf(stack(), requestId), { what: "the row of a call" });
    const rows = await readChain(stack(), stack().tenant);
    const rotation = rows.find(({ action }) => action === "key_rotated");
    expect(JSON.parse(rotation?.content ?? "{}")).toMatchObject({ old_key: retired, new_key: current });
    const as = stack().tenant.users.AUDITOR;
    const { data } = await stack().call("audit.receipt", { as, params: { audit_id: row.id } });
    expect(data).toMatchObject({ signature_valid: true, receipt: { envelope: { signatures: [{ keyid: current }] } } });
  });
});
