// An SQLite file is one control plane's. What a second one would do to the first is not found out by its callers.

import { execute, findFreePort, makeTempFolder, runProgram, useDatabase, useStack } from "@portcullis/testkit";
import { expect, test } from "vitest";

const database = useDatabase("sqlite");
const stack = useStack(database, { oneTenant: true, sidecars: 0, toolNames: ["echo"] });

test("a second control plane on an SQLite file does not start while the first serves, whatever that has done", async () => {
  const folder = await makeTempFolder("second");
  try {
    for (let call = 0; call < 100; call++) await execute(stack(), "control plane", "echo");
    const second = await runProgram("packages/control-plane/dist/main.js", [], {
      DATABASE_URL: database.url,
      PORTCULLIS_DATA_DIR: folder.path,
      PORTCULLIS_PORT: String(await findFreePort()),
    });
    expect(second).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Another control plane serves .*PostgreSQL/),
    });
    expect((await execute(stack(), "control plane", "echo")).status).toBe(200);
  } finally {
    await folder.remove();
  }
});
