import { statSync } from "node:fs";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DataFolder, openDataFolder } from "./data-folder.js";
import { markOfDatabase } from "./database-url.js";
import { planSecrets, secretsPath } from "./secrets.js";

let temp: TempFolder;
let folder: DataFolder;
beforeEach(async () => {
  temp = await makeTempFolder("secrets");
  folder = openDataFolder(temp.path);
});
afterEach(() => temp.remove());

describe("the secrets of dev", () => {
  const own = markOfDatabase(undefined);
  /** As the control plane's program leaves them. */
  const complete = (database: string) => {
    const planned = planSecrets(folder, undefined, database);
    const admin = { email: "admin@portcullis.test", password: "secret" };
    const whole = {
      ...planned,
      users: [{ ...admin, role: "ADMIN" }],
      platform_admin: { ...admin, tenant_id: planned.tenant_id },
      agents: [{ agent_id: planned.agent_id, secret: "secret", name: "first-agent" }],
      edge_api_key: "key",
    };
    folder.writeSecret("secrets.json", JSON.stringify(whole));
    return whole;
  };
  const postgres = (port: number) => markOfDatabase(`postgres://me:hidden@127.0.0.1:${port}/x`);

  it("are made once, kept for their owner alone, and the same at the next start", () => {
    const first = planSecrets(folder, undefined, own);
    expect(planSecrets(folder, undefined, own)).toEqual(first);
    expect(statSync(secretsPath(folder)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["PostgreSQL, and then none is named", postgres(5432), own],
    ["its own file, and then a PostgreSQL", own, postgres(5432)],
    ["another SQLite file, and then its own", markOfDatabase("sqlite:/srv/a.db"), own],
    ["one SQLite file, and then another", markOfDatabase("sqlite:/srv/a.db"), markOfDatabase("sqlite:/srv/b.db")],
  ])("stay as they are when a folder was started with %s: the start is refused", (_what, before, after) => {
    const first = complete(before);
    expect(() => planSecrets(folder, undefined, after)).toThrow(/was started with .*, and now with /);
    expect(planSecrets(folder, undefined, before)).toEqual(first);
  });

  it("bind a folder to no database while nothing was made there, as when its address was wrong", () => {
    const first = planSecrets(folder, undefined, postgres(5432));
    expect(planSecrets(folder, undefined, own)).toEqual({ ...first, database: own });
  });

  it("go with a PostgreSQL that listens elsewhere by now, and hold nothing of its address", () => {
    const first = planSecrets(folder, undefined, postgres(5432));
    expect(planSecrets(folder, undefined, postgres(5433))).toEqual(first);
    expect(folder.read("secrets.json")).not.toContain("hidden");
  });

  it("of a folder from before databases were remembered go on with the one that is named", () => {
    const { database: _unknown, ...earlier } = planSecrets(folder, undefined, own);
    folder.writeSecret("secrets.json", JSON.stringify(earlier));
    expect(planSecrets(folder, undefined, postgres(5432))).toEqual({ ...earlier, database: postgres(5432) });
  });
});
