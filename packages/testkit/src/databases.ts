/** Makes databases of either kind, and drops them. Yields URLs only. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { migrate } from "@portcullis/control-plane";
import pg from "pg";
import { findTemplate } from "./postgres-template.js";
import { findPostgresUrl } from "./postgres-url.js";
import { makeTempFolder } from "./temp-folder.js";

export type DatabaseKind = "sqlite" | "postgres";

export const DATABASE_KINDS: readonly DatabaseKind[] = ["sqlite", "postgres"];

/** A database: `sqlite:/folder/file.db` or `postgres://user@host:port/name`. The caller drops it. */
export type OwnedDatabase = { readonly url: string; readonly drop: () => Promise<void> };

/** Makes an empty database of the kind. Throws when no PostgreSQL can be started, with what to install. */
export async function createDatabase(kind: DatabaseKind): Promise<OwnedDatabase> {
  return kind === "sqlite" ? createSqliteFile() : createPostgresDatabase(await findPostgresUrl());
}

/** Makes a database of the kind that has the newest schema and nothing else. */
export async function createMigratedDatabase(kind: DatabaseKind): Promise<OwnedDatabase> {
  if (kind === "postgres") {
    const adminUrl = await findPostgresUrl();
    return createPostgresDatabase(adminUrl, await findTemplate(adminUrl, migrate));
  }
  const database = await createSqliteFile();
  await migrate(database.url);
  return database;
}

async function createSqliteFile(): Promise<OwnedDatabase> {
  const folder = await makeTempFolder("sqlite");
  return { url: `sqlite:${join(folder.path, "portcullis.db")}`, drop: folder.remove };
}

async function createPostgresDatabase(adminUrl: string, template = "template1"): Promise<OwnedDatabase> {
  const name = `portcullis_test_${randomUUID().replaceAll("-", "")}`;
  await runOnServer(adminUrl, `create database ${name} template ${template}`);
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
