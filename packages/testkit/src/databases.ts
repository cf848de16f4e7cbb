/** Makes empty databases of either kind, and drops them. Yields URLs only and knows nothing of the schema. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { findPostgresUrl } from "./postgres-url.js";
import { makeTempFolder } from "./temp-folder.js";

export type DatabaseKind = "sqlite" | "postgres";

export const DATABASE_KINDS: readonly DatabaseKind[] = ["sqlite", "postgres"];

/** An empty database: `sqlite:/folder/file.db` or `postgres://user@host:port/name`. The caller drops it. */
export type OwnedDatabase = { readonly url: string; readonly drop: () => Promise<void> };

/** Makes an empty database of the kind. Throws when no PostgreSQL can be started, with what to install. */
export async function createDatabase(kind: DatabaseKind): Promise<OwnedDatabase> {
  return kind === "sqlite" ? createSqliteFile() : createPostgresDatabase();
}

async function createSqliteFile(): Promise<OwnedDatabase> {
  const folder = await makeTempFolder("sqlite");
  return { url: `sqlite:${join(folder.path, "portcullis.db")}`, drop: folder.remove };
}

async function createPostgresDatabase(): Promise<OwnedDatabase> {
  const adminUrl = await findPostgresUrl();
  const name = `portcullis_test_${randomUUID().replaceAll("-", "")}`;
  await runOnServer(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnServer(adminUrl, `drop database if exists ${name} with (force)`) };
}

async function runOnServer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
