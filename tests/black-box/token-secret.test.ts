// The token-signing secret is replaced, as it is every week: what was signed before is refused everywhere, edges go on.

import { randomBytes } from "node:crypto";
import {
  bearer,
  type Credentials,
  callPath,
  eachDatabase,
  execute,
  HOMES,
  type ManagedProcess,
  makeTempFolder,
  openEventStream,
  repeatWhileBusy,
  type Stack,
  startProcess,
  useDatabase,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { describe, expect, onTestFinished, test } from "vitest";

const ENV = { PORTCULLIS_MASTER_KEY: randomBytes(32).toString("base64"), PORTCULLIS_LOG_LEVEL: "warn" };

/** A control plane in the place of another, with a signing secret of its own. */
async function replace(stack: Stack, index: number, secret: string): Promise<ManagedProcess> {
  const { url } = stack.controlPlanes[index] as ManagedProcess;
  await stack.controlPlanes[index]?.kill();
  const folder = await makeTempFolder("control-plane");
  onTestFinished(folder.remove);
  const next = await startProcess({
    name: "control-plane-next",
    main: "packages/control-plane/dist/main.js",
    folder: folder.path,
    url,
    env: {
      ...ENV,
      DATABASE_URL: stack.databaseUrl,
      PORTCULLIS_DATA_DIR: folder.path,
      PORTCULLIS_PORT: new URL(url).port,
      INTERNAL_SECRET: stack.internalSecret,
      JWT_SECRET_KEY: secret,
    },
  });
  onTestFinished(() => next.kill().then(() => undefined));
  return next;
}

/** What a call is answered. */
async function statusOf(url: string, as: Credentials): Promise<number> {
  const call = () => callPath(url, "POST", "/execute", { as, body: { tool_name: "echo" } });
  return (await repeatWhileBusy(call)).status;
}

const makeSecret = () => randomBytes(32).toString("hex");
const follows = (url: string) =>
  waitFor(async () => (await callPath(url, "GET", "/health")).status === 200, { what: "the sidecar to follow again" });

eachDatabase("a new JWT_SECRET_KEY", (database) => {
  const stack = useStack(database, { oneTenant: true, env: { ...ENV, JWT_SECRET_KEY: makeSecret() } });

  test("ends every token, at a sidecar that knows it too, and the sidecar takes new ones", async () => {
    const { tenant, url, sidecarUrl } = stack();
    for (const home of HOMES) expect((await execute(stack(), home, "echo")).status).toBe(200);
    await replace(stack(), 0, makeSecret());
    await follows(sidecarUrl);
    for (const home of HOMES) expect(await statusOf(stack().urlOf(home), tenant.agent)).toBe(401);
    expect(await stack().call("auth.me", { as: tenant.users.ADMIN })).toMatchObject({ status: 401 });
    const signedIn = await tenant.signInAgent(tenant.agent);
    expect((await execute(stack(), "sidecar", "echo", { as: signedIn })).status).toBe(200);
    const reader = await tenant.signIn(tenant.users.AUDITOR);
    const stream = await openEventStream(`${url}/events/stream`, reader.headers);
    expect(stream.status).toBe(200);
    stream.close();
  });
});

describe("a new JWT_SECRET_KEY at one control plane after the other (postgres)", () => {
  const database = useDatabase("postgres");
  const env = { ...ENV, JWT_SECRET_KEY: makeSecret() };
  const stack = useStack(database, { oneTenant: true, controlPlanes: 2, sidecars: 0, env });

  test("ends the tokens that the last one still issued with the old secret, and none of the new one's", async () => {
    const { tenant, controlPlanes } = stack();
    const [first, last] = controlPlanes.map(({ url }) => url);
    if (first === undefined || last === undefined) throw new Error("two control planes");
    const sidecar = await stack().startSidecar(tenant, { PORTCULLIS_CONTROL_PLANE_URL: last });
    const signInAt = async (url: string) => {
      const { id, secret } = tenant.agent;
      const headers = { "x-tenant-id": tenant.id, "x-internal-secret": stack().internalSecret };
      const { data } = await stack().callAt(url, "auth.agentToken", { headers, body: { agent_id: id, secret } });
      return bearer(data.access_token, tenant.id, id);
    };

    const secret = makeSecret();
    await replace(stack(), 0, secret);
    const old = await signInAt(last);
    expect(await statusOf(sidecar.url, old)).toBe(200);
    const renewed = await signInAt(first);
    await replace(stack(), 1, secret);
    await follows(sidecar.url);
    expect(await statusOf(sidecar.url, old)).toBe(401);
    expect(await statusOf(sidecar.url, renewed)).toBe(200);
  });
});
