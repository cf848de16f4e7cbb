// The token-signing secret is replaced, as it is every week: what was signed before is refused everywhere, edges go on.

import { randomBytes } from "node:crypto";
import {
  callPath,
  eachDatabase,
  execute,
  HOMES,
  makeTempFolder,
  openEventStream,
  startProcess,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { expect, test } from "vitest";

const ENV = { PORTCULLIS_MASTER_KEY: randomBytes(32).toString("base64"), PORTCULLIS_LOG_LEVEL: "warn" };

eachDatabase("a new JWT_SECRET_KEY", (database) => {
  const before = { ...ENV, JWT_SECRET_KEY: randomBytes(32).toString("hex") };
  const stack = useStack(database, { oneTenant: true, env: before });

  test("ends every token, at a sidecar that knows it too, and the sidecar takes new ones", async () => {
    const { tenant, url, sidecarUrl, databaseUrl, internalSecret, controlPlanes } = stack();
    for (const home of HOMES) expect((await execute(stack(), home, "echo")).status).toBe(200);
    const folder = await makeTempFolder("control-plane");
    await controlPlanes[0]?.kill();
    const next = await startProcess({
      name: "control-plane-next",
      main: "packages/control-plane/dist/main.js",
      folder: folder.path,
      url,
      env: {
        ...ENV,
        DATABASE_URL: databaseUrl,
        PORTCULLIS_DATA_DIR: folder.path,
        PORTCULLIS_PORT: new URL(url).port,
        INTERNAL_SECRET: internalSecret,
        JWT_SECRET_KEY: randomBytes(32).toString("hex"),
      },
    });
    try {
      const isServing = async () => (await callPath(sidecarUrl, "GET", "/health")).status === 200;
      await waitFor(isServing, { what: "the sidecar to follow the next control plane" });
      const call = { as: tenant.agent, body: { tool_name: "echo" } };
      for (const home of HOMES)
        expect(await callPath(stack().urlOf(home), "POST", "/execute", call)).toMatchObject({ status: 401 });
      expect(await stack().call("auth.me", { as: tenant.users.ADMIN })).toMatchObject({ status: 401 });
      const signedIn = await tenant.signInAgent(tenant.agent);
      expect((await execute(stack(), "sidecar", "echo", { as: signedIn })).status).toBe(200);
      const reader = await tenant.signIn(tenant.users.AUDITOR);
      const stream = await openEventStream(`${url}/events/stream`, reader.headers);
      expect(stream.status).toBe(200);
      stream.close();
    } finally {
      await next.kill();
      await folder.remove();
    }
  });
});
