// The kill switch over two control planes on one PostgreSQL: engaged at one, it reaches the edges of the other, also when
// the other's LISTEN connection is dead and nobody has told it so.

import {
  type OwnerConnection,
  openOwnerConnection,
  startHeldCall,
  startTcpProxy,
  type TcpProxy,
  useDatabase,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const PROPAGATION_MS = 5000;

describe("kill switch over two control planes (postgres)", () => {
  const database = useDatabase("postgres");
  let proxy: TcpProxy;
  let owner: OwnerConnection;
  const stack = useStack(database, {
    controlPlanes: 2,
    sidecars: 0,
    oneTenant: true,
    toolNames: ["echo", "hold"],
    // The second replica alone reaches the database through the proxy.
    prepare: async () => {
      const { hostname, port } = new URL(database.url);
      proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    },
    envOf: (index) => (index === 2 ? { DATABASE_URL: throughProxy(database.url, proxy.port) } : {}),
  });
  let sidecarUrl = "";
  beforeAll(async () => {
    owner = await openOwnerConnection(database.url);
    const { url } = stack().controlPlanes[1] as { url: string };
    sidecarUrl = (await stack().startSidecar(stack().tenant, { PORTCULLIS_CONTROL_PLANE_URL: url })).url;
    for (const door of doors()) await untilServing(door);
  });
  /** Doors of the replica at which nobody engages: its own and its sidecar's. */
  const doors = () => [stack().controlPlanes[1]?.url ?? "", sidecarUrl];
  const echoAt = (url: string) =>
    stack().callAt(url, "execution.execute", { as: stack().tenant.agent, body: { tool_name: "echo" } });
  const untilServing = (url: string) =>
    waitFor(async () => (await echoAt(url)).status === 200, { what: `calls to run at ${url}` });
  const change = (id: "killSwitch.engage" | "killSwitch.disengage") =>
    stack().call(id, {
      as: stack().tenant.users.SECURITY,
      params: { tenant_id: stack().tenant.id },
      body: { reason: "a test of replicas" },
    });
  const listeners = () =>
    owner.all<{ pid: number }>(`select pid from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and state = 'idle' and (query like '%listen portcullis_state' or query = 'select 1')`);

  afterEach(async () => {
    proxy.restore();
    await change("killSwitch.disengage");
    stack().tools.release();
    for (const url of doors()) await untilServing(url);
  });
  afterAll(async () => {
    await owner?.close();
    await proxy?.close();
  });

  const ways: [string, () => Promise<void>][] = [
    ["as it is", async () => undefined],
    [
      "with its LISTEN connection terminated",
      async () => {
        const found = await listeners();
        expect(found.length).toBeGreaterThan(0);
        await owner.run(...found.map(({ pid }) => `select pg_terminate_backend(${pid})`));
      },
    ],
    [
      "with its LISTEN connection swallowed on the way",
      async () => {
        const isListening = (sent: string) => /listen portcullis/i.test(sent);
        await waitFor(() => proxy.sent().some(isListening), { what: "the replica to listen" });
        expect(proxy.swallow(isListening)).toBeGreaterThan(0);
      },
    ],
  ];
  test.each(ways)(
    "reaches the other replica %s: refused, running calls aborted, within 5 seconds",
    async (_, breakIt) => {
      const running = await Promise.all(doors().map((url) => startHeldCall(stack(), url)));
      await breakIt();
      const engagedAt = performance.now();
      expect((await change("killSwitch.engage")).status).toBe(200);
      for (const { answer, entered } of running) {
        expect(await answer).toMatchObject({ status: 403, error: "kill_switch_engaged" });
        await waitFor(entered.isAborted, { what: "the tool to see its connection closed" });
      }
      for (const url of doors()) expect(await echoAt(url)).toMatchObject({ status: 403, error: "kill_switch_engaged" });
      expect(performance.now() - engagedAt).toBeLessThan(PROPAGATION_MS);
    },
  );
});

function throughProxy(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return url.href;
}
