/**
 * One suite, every database: `eachDatabase` describes a suite once on SQLite and once on PostgreSQL, each with empty
 * databases of its own. It yields URLs only and knows nothing of the schema; no database is ever skipped.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { findPostgresUrl } from "./postgres-url.js";
import { makeTempFolder } from "./temp-folder.js";

export type DatabaseKind = "sqlite" | "postgres";

/** The database under test. `url` may be read in hooks and tests, not while the suite is being described. */
export type TestDatabase = {
  readonly kind: DatabaseKind;
  /** The suite's own empty database: `sqlite:/folder/file.db` or `postgres://user@host:port/name`. */
  readonly url: string;
  /** Makes one more empty database, dropped at the end of the suite like the first. */
  readonly createAnother: () => Promise<string>;
};

/** A database outside `eachDatabase`, for suites that need only one kind; the caller drops it. */
export type OwnedDatabase = { readonly url: string; readonly drop: () => Promise<void> };

export const DATABASE_KINDS: readonly DatabaseKind[] = ["sqlite", "postgres"];

/** Describes `name` once per database kind; the body gets a fresh database for each. */
export function eachDatabase(name: string, body: (database: TestDatabase) => void): void {
  for (const kind of DATABASE_KINDS) {
    describe(`${name} (${kind})`, () => {
      const owned: OwnedDatabase[] = [];
      const createAnother = async () => {
        const database = await createDatabase(kind);
        owned.push(database);
        return database.url;
      };
      beforeAll(async () => {
        await createAnother();
      });
      afterAll(async () => {
        await Promise.all(owned.splice(0).map((database) => database.drop()));
      });
      body({
        kind,
        createAnother,
        get url() {
          const first = owned[0];
          if (first === undefined) throw new Error("The database's url can be read in hooks and tests only.");
          return first.url;
        },
      });
    });
  }
}

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
