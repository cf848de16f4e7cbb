// An older copy of the database put in place of the one that edges have worked with. What the copy does not know is not made up:
// the chain goes on from its last row, nothing runs or is billed twice, and what edges still had to say is kept for people.

import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  auditRowOf,
  type Executed,
  eachDatabase,
  execute,
  findViolationsNow,
  makeTempFolder,
  openOwnerConnection,
  sendRequest,
  type TempFolder,
  type TestDatabase,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

eachDatabase("a restored copy of the database", (database) => {
  const stack = useStack(database, { oneTenant: true, toolNames: ["priced", "hold"] });
  let folder: TempFolder;
  beforeAll(async () => {
    folder = await makeTempFolder("copy");
  });
  afterAll(() => folder?.remove());

  const controlPlane = () => {
    const [only] = stack().controlPlanes;
    if (only === undefined) throw new Error("one control plane");
    return only;
  };
  const callAllowed = async () => {
    const isAllowed = async () => {
      const answer = await execute(stack(), "sidecar", "priced");
      return answer.status === 200 ? answer : undefined;
    };
    return waitFor(isAllowed, { what: "a call at the sidecar to be allowed" });
  };
  /** A call whose tool has been entered and does not answer yet. */
  const holdCall = async () => {
    const requestId = crypto.randomUUID();
    const answer = execute(stack(), "sidecar", "hold", { requestId });
    await stack().tools.entered(requestId);
    return { requestId, answer };
  };
  const countSetApart = async () => {
    const { text } = await sendRequest({ method: "GET", url: `${stack().sidecarUrl}/metrics` });
    return Number(/^portcullis_records_set_apart (\d+)$/m.exec(text)?.[1]);
  };
  const lookIn = async <T>(statement: string): Promise<T[]> => {
    const owner = await openOwnerConnection(database.url);
    return owner.all<T>(statement).finally(owner.close);
  };

  test("goes on from its last row, with the edges that had gone further, and invents nothing", async () => {
    const { users, id: tenantId } = stack().tenant;
    const params = { tenant_id: tenantId };
    await callAllowed();
    const open = await holdCall();
    await controlPlane().kill();
    const copy = await copyDatabase(database, folder.path);

    // A history that the copy does not have: the end of the open call, calls, states of the tenant, and one more open call.
    await controlPlane().start();
    stack().tools.release();
    await open.answer;
    await auditRowOf(stack(), open.requestId);
    const lost: Executed = await callAllowed();
    await auditRowOf(stack(), lost.requestId);
    const { receipt } = (
      await stack().call("receipts.get", { as: users.AUDITOR, params: { execution_id: lost.data.audit_id } })
    ).data;
    for (let turn = 0; turn < 3; turn++) {
      await stack().call("killSwitch.engage", { as: users.ADMIN, params, body: { reason: "a drill" } });
      await stack().call("killSwitch.disengage", { as: users.ADMIN, params, body: { reason: "over" } });
    }
    // Its record is written, so that the open call's is the only one the edge still has to say.
    await auditRowOf(stack(), (await callAllowed()).requestId);
    const late = await holdCall();
    await controlPlane().kill();
    await copy.restore();
    // The wait for its end passes in the table.
    await copy.run(`update requests set close_at = 1 where request_id = '${open.requestId}'`);
    await controlPlane().start();
    stack().tools.release();
    await late.answer;

    // What the edge states of a permit that the copy never gave is set apart, counted, and kept.
    await waitFor(async () => (await countSetApart()) === 1, { what: "the record of the lost permit to be set apart" });
    expect(await lookIn(`select 1 as found from audit_logs where request_id = '${late.requestId}'`)).toEqual([]);
    // The end of the call that was open went with the other history: here nobody knows it, and nothing is billed for it yet.
    expect(await auditRowOf(stack(), open.requestId)).toMatchObject({ outcome: "unknown" });
    expect((await callAllowed()).data.audit_id).not.toBe(lost.data.audit_id);
    const engaged = await stack().call("killSwitch.engage", { as: users.ADMIN, params, body: { reason: "a test" } });
    expect((await execute(stack(), "sidecar", "priced")).error).toBe("kill_switch_engaged");
    expect(engaged.data.edges.pending).toEqual([]);
    await stack().call("killSwitch.disengage", { as: users.ADMIN, params, body: { reason: "over" } });
    await callAllowed();

    const verified = await stack().call("receipts.verify", { as: users.AUDITOR, body: { receipt } });
    expect(verified.data.valid).toBe(true);
    const owner = await openOwnerConnection(database.url);
    expect(await findViolationsNow(stack(), owner).finally(owner.close)).toEqual([]);
  });
});

interface Copy {
  /** Puts it in place of the database. */
  restore(): Promise<void>;
  /** Runs a statement in the database. */
  run(statement: string): Promise<void>;
}

/** Copies a database that nobody uses. */
async function copyDatabase({ kind, url }: TestDatabase, folder: string): Promise<Copy> {
  const run = async (at: string, ...statements: string[]) => {
    const owner = await openOwnerConnection(at);
    await owner.run(...statements).finally(owner.close);
  };
  if (kind === "sqlite") {
    const file = url.slice("sqlite:".length);
    const copied = join(folder, "copy.db");
    await run(url, `vacuum into '${copied}'`);
    return {
      restore: async () => {
        for (const end of ["", "-wal", "-shm"]) await rm(`${file}${end}`, { force: true });
        await copyFile(copied, file);
      },
      run: (statement) => run(url, statement),
    };
  }
  const server = new URL("/postgres", url).href;
  const name = new URL(url).pathname.slice(1);
  await run(server, `create database ${name}_copy template ${name}`);
  return {
    restore: () => run(server, `drop database ${name} with (force)`, `alter database ${name}_copy rename to ${name}`),
    run: (statement) => run(url, statement),
  };
}
