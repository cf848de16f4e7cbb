// Jobs of the control plane's program that take an order on standard input, as docs/operating.md has them.

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../packages/control-plane/dist/main.js", import.meta.url));

let folder: TempFolder;
beforeAll(async () => {
  folder = await makeTempFolder("jobs");
});
afterAll(() => folder.remove());

function runJob(job: string, order: string, dataDir: string) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORTCULLIS_DATA_DIR: dataDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, job], {
    env,
    input: order,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("--bootstrap makes the first tenant, shows its secrets once, and changes nothing the second time", () => {
  const dataDir = join(folder.path, "first");
  const order = JSON.stringify({ tenantId: randomUUID(), tenantName: "Payments", emailDomain: "example.com" });
  const first = JSON.parse(runJob("--bootstrap", order, dataDir).stdout);
  expect(first).toMatchObject({ created: true, users: { ADMIN: { email: "admin@example.com" } } });
  expect(JSON.parse(runJob("--bootstrap", order, dataDir).stdout)).toEqual({
    created: false,
    tenantId: first.tenantId,
  });
});

test.each(["--bootstrap", "--confirm-chain", "--replay-usage"])(
  "%s without a tenant says what to give, and makes nothing",
  (job) => {
    const dataDir = join(folder.path, "none");
    for (const order of ["", "null", '{"tenantId":"payments"}']) {
      const { status, stderr } = runJob(job, order, dataDir);
      expect(stderr, order).toContain('{"tenantId":"<uuid>", …}');
      expect(status, order).toBe(1);
    }
    expect(existsSync(dataDir)).toBe(false);
  },
);
