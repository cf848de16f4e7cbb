import { existsSync } from "node:fs";
import { dirname } from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { startEmbeddedServer } from "./postgres-embedded.js";
import { startPostgres } from "./postgres-server.js";
import { makeTempFolder } from "./temp-folder.js";

async function queryOne(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const result = await client.query(statement);
  await client.end();
  return Object.values(result.rows[0] ?? {})[0];
}

describe("a PostgreSQL for tests", () => {
  it("is the one that DATABASE_URL names, and is left running", async () => {
    const server = await startPostgres({ DATABASE_URL: "postgres://someone@db.internal/x" });
    await server.stop();
    expect(server).toMatchObject({ source: "DATABASE_URL", url: "postgres://someone@db.internal/x" });
  });

  it("is refused where DATABASE_URL names another kind of database", async () => {
    await expect(startPostgres({ DATABASE_URL: "mysql://host/x" })).rejects.toThrow("not a postgres:// URL");
  });

  it("is started in a folder of its own, and is gone with the folder after stop", async () => {
    const server = await startPostgres({});
    const data = String(await queryOne(server.url, "show data_directory"));
    expect(existsSync(data)).toBe(true);
    await server.stop();
    await server.stop();
    expect(existsSync(dirname(data))).toBe(false);
    await expect(queryOne(server.url, "select 1")).rejects.toThrow("ECONNREFUSED");
  });

  it("comes from the npm package where the machine has none", async () => {
    const server = await startEmbeddedServer(await makeTempFolder("postgres"));
    expect(await queryOne(server.url, "show fsync")).toBe("on");
    await server.stop();
  });
});
