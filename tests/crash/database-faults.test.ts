// A PostgreSQL that fails under load, in every way that its operators and its machine know. Calls may be refused meanwhile, and
// nothing else: what ran has its record and its bill, no answer is a riddle, and calls run again without anyone's help.

import {
  type CrashLoad,
  createDatabase,
  findViolationsAtRest,
  type OwnedDatabase,
  type OwnerConnection,
  openOwnerConnection,
  POSTGRES_URL_VARIABLE,
  type PostgresServer,
  restAfterCrash,
  type Stack,
  seededRandom,
  startCrashLoad,
  startCrashStack,
  startPostgres,
  summarise,
  waitFor,
  waitUntilServing,
} from "@portcullis/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

/** What a call may be answered while the database fails. */
const REFUSALS = new Set([
  "store_unavailable",
  "control_plane_unreachable",
  "buffer_full",
  "decision_timeout",
  "upstream_timeout",
  "policy_denied",
]);

interface Scene {
  readonly server: PostgresServer;
  /** Connections to the product's database and to another of the server. */
  readonly owner: OwnerConnection;
  readonly admin: OwnerConnection;
  readonly name: string;
  /** Resolves when a call has met the fault: it is refused for the database, or comes too late. */
  readonly met: () => Promise<unknown>;
}

const MINE = "datname = current_database() and pid <> pg_backend_pid()";

/** Does to backends of the product's database, one after the other, what `act` does, until it was done this often. */
async function actOnBackends({ owner }: Scene, act: string, condition: string, times: number): Promise<void> {
  let done = 0;
  const actOnce = async () => {
    const rows = await owner.all(`select ${act}(pid) from pg_stat_activity where ${MINE} and ${condition} limit 1`);
    done += rows.length;
    return done >= times;
  };
  await waitFor(actOnce, { what: `${act} to have met ${times} backends`, everyMs: 10 });
}

/** Each sets the fault, waits until it is felt, and takes it away again. */
const FAULTS: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  "is restarted": ({ server }) => server.restart("fast"),
  crashes: ({ server }) => server.restart("immediate"),
  "loses connections in the middle of transactions": (scene) =>
    actOnBackends(scene, "pg_terminate_backend", "application_name = 'portcullis' and state <> 'idle'", 30),
  "loses connections that are idle": (scene) =>
    actOnBackends(scene, "pg_terminate_backend", "application_name = 'portcullis' and state = 'idle'", 30),
  "loses the connection that listens": (scene) =>
    actOnBackends(scene, "pg_terminate_backend", "application_name <> 'portcullis'", 2),
  "cancels statements": (scene) =>
    actOnBackends(scene, "pg_cancel_backend", "application_name = 'portcullis' and state = 'active'", 30),
  "keeps a table locked": async ({ owner, met }) => {
    await owner.run("begin", "lock table requests in access exclusive mode");
    await met();
    await owner.run("rollback");
  },
  "waits for no lock": async ({ owner, admin, name, met }) => {
    await admin.run(`alter database ${name} set lock_timeout = '50ms'`);
    await owner.run(`select pg_terminate_backend(pid) from pg_stat_activity where ${MINE}`);
    await owner.run("begin", "lock table requests in access exclusive mode");
    await met();
    await owner.run("rollback");
    await admin.run(`alter database ${name} reset lock_timeout`);
    await owner.run(`select pg_terminate_backend(pid) from pg_stat_activity where ${MINE}`);
  },
  "takes no connections": async ({ owner, admin, name, met }) => {
    await admin.run(`alter database ${name} allow_connections false`);
    await owner.run(`select pg_terminate_backend(pid) from pg_stat_activity where ${MINE}`);
    await met();
    await admin.run(`alter database ${name} allow_connections true`);
  },
  "takes a grant away": async ({ owner, met }) => {
    await owner.run("revoke insert on requests from portcullis_app");
    await met();
    await owner.run("grant insert on requests to portcullis_app");
  },
  "becomes read-only": async ({ owner, admin, name, met }) => {
    await admin.run(`alter database ${name} set default_transaction_read_only = on`);
    await owner.run(`select pg_terminate_backend(pid) from pg_stat_activity where ${MINE}`);
    await met();
    await admin.run(`alter database ${name} reset default_transaction_read_only`);
    await owner.run(`select pg_terminate_backend(pid) from pg_stat_activity where ${MINE}`);
  },
};

describe("a PostgreSQL under load", () => {
  let server: PostgresServer;
  let database: OwnedDatabase;
  let stack: Stack;
  const attempts: CrashLoad["attempts"][number][] = [];

  beforeAll(async () => {
    server = await startPostgres({});
    vi.stubEnv(POSTGRES_URL_VARIABLE, server.url);
    database = await createDatabase("postgres");
    stack = await startCrashStack({ kind: "postgres", url: database.url });
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.error(`Output of the processes:\n${stack.output()}`);
  });
  afterAll(async () => {
    await stack?.stop();
    await server?.stop();
  });

  for (const [words, disturb] of Object.entries(FAULTS)) {
    test(`that ${words}: calls are refused at most, what ran is recorded and billed once, and calls run again`, async () => {
      const [owner, admin] = await Promise.all([database.url, server.url].map(openOwnerConnection));
      if (owner === undefined || admin === undefined) throw new Error("two connections");
      const pids = stack.controlPlanes.map(({ pid }) => pid);
      const load = startCrashLoad(stack, [stack.sidecarUrl, stack.url], seededRandom(1));
      await waitFor(() => load.attempts.some(({ status }) => status === 200), { what: "the load to run" });
      const before = load.attempts.length;
      const isMet = () =>
        load.attempts.slice(before).some(({ error }) => error === "store_unavailable" || error === "decision_timeout");
      const met = () => waitFor(isMet, { what: "a call to meet the fault" });
      await disturb({ server, owner, admin, name: new URL(database.url).pathname.slice(1), met });
      await waitUntilServing(stack, load, load.attempts.length);
      expect(stack.controlPlanes.map(({ pid }) => pid)).toEqual(pids);
      await load.stop();
      attempts.push(...load.attempts);

      const riddles = load.attempts.filter(({ status, error }) => status !== 200 && !REFUSALS.has(error ?? ""));
      expect(riddles, summarise(load.attempts)).toEqual([]);
      await Promise.all([owner.close(), admin.close()].map((closed) => closed.catch(() => undefined)));
      const after = await openOwnerConnection(database.url);
      await restAfterCrash(stack, after);
      expect(await findViolationsAtRest(stack, after, attempts)).toEqual([]);
      await after.close();
    });
  }
});
