// Brings a database to the newest schema, once, whoever else starts at the same moment. A migration whose text differs
// from what was applied is an error: history is not edited.

import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import pg from "pg";
import { parseDatabaseUrl } from "./database-url.js";
import { openSqlite } from "./dialects/sqlite.js";
import { migrations } from "./migrations/index.js";
import type { Migration } from "./migrations/migration.js";
import type { Dialect } from "./tx.js";

export interface MigrationStatus {
  readonly name: string;
  /** Milliseconds since the epoch; null while it is pending. */
  readonly appliedAtMs: number | null;
}

const TABLE = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at bigint not null)`;
/** Any number that nothing else in the database uses. */
const LOCK_ID = 7_081_990_421;

/** Applies what is pending, all or nothing, and answers the whole list. The login must be able to create tables and roles. */
export function migrate(url: string): Promise<MigrationStatus[]> {
  return withMigrator(url, (migrator) => migrator.run(true));
}

/** The list without applying anything. Throws like `migrate` when an applied migration differs from this program's. */
export function listMigrations(url: string): Promise<MigrationStatus[]> {
  return withMigrator(url, (migrator) => migrator.run(false));
}

interface Migrator {
  run(apply: boolean): Promise<MigrationStatus[]>;
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: number | string;
}

interface Step {
  readonly name: string;
  readonly checksum: string;
  readonly statements: readonly string[];
  /** When it was applied; null when it is still to be. */
  readonly appliedAtMs: number | null;
}

async function withMigrator<T>(url: string, work: (migrator: Migrator) => Promise<T>): Promise<T> {
  const address = parseDatabaseUrl(url);
  return address.dialect === "sqlite" ? migrateSqlite(address.path, work) : migratePostgres(address.url, work);
}

async function migrateSqlite<T>(path: string, work: (migrator: Migrator) => Promise<T>): Promise<T> {
  // Makes the file with its mode and its journal.
  await openSqlite(path).close();
  const database = new Database(path, { timeout: 30_000 });
  try {
    database.pragma("synchronous = FULL");
    return await work({
      run: async (apply) => {
        const runAll = database.transaction(() => {
          database.exec(TABLE);
          const applied = database.prepare<[], Applied>("select * from schema_migrations").all();
          const insert = database.prepare("insert into schema_migrations values (?, ?, ?)");
          return planSteps("sqlite", applied).map((step) => {
            if (step.appliedAtMs !== null || !apply) return statusOf(step);
            const appliedAtMs = Date.now();
            for (const statement of step.statements) database.exec(statement);
            insert.run(step.name, step.checksum, appliedAtMs);
            return { name: step.name, appliedAtMs };
          });
        });
        return runAll.immediate();
      },
    });
  } finally {
    database.close();
  }
}

async function migratePostgres<T>(url: string, work: (migrator: Migrator) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // The statement that waits fails with it; unheard, it would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work({
      run: async (apply) => {
        // A login that may not create tables can still see that there is nothing to do.
        const known = planSteps("postgres", await readApplied(client)).map(statusOf);
        const isPending = known.some((status) => status.appliedAtMs === null);
        return apply && isPending ? applyPostgres(client) : known;
      },
    });
  } finally {
    await client.end();
  }
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  );
  if (!rows[0]?.exists) return [];
  return (await client.query<Applied>("select * from schema_migrations")).rows;
}

async function applyPostgres(client: pg.Client): Promise<MigrationStatus[]> {
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1)", [LOCK_ID]);
    await client.query(TABLE);
    const list: MigrationStatus[] = [];
    for (const step of planSteps("postgres", await readApplied(client))) {
      if (step.appliedAtMs !== null) {
        list.push(statusOf(step));
        continue;
      }
      const appliedAtMs = Date.now();
      await client.query(step.statements.join(";\n"));
      await client.query("insert into schema_migrations values ($1, $2, $3)", [step.name, step.checksum, appliedAtMs]);
      list.push({ name: step.name, appliedAtMs });
    }
    await client.query("commit");
    return list;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

function planSteps(dialect: Dialect, applied: readonly Applied[]): Step[] {
  const known = new Map(applied.map((row) => [row.name, row]));
  const names = new Set(migrations.map((migration) => migration.name));
  const unknown = applied.filter((row) => !names.has(row.name));
  if (unknown.length > 0) {
    const list = unknown.map((row) => row.name).join(", ");
    throw new Error(`The database has migrations that this program does not know (${list}): run a newer version.`);
  }
  return migrations.map((migration) => {
    const checksum = checksumOf(migration, dialect);
    const row = known.get(migration.name);
    if (row && row.checksum !== checksum) {
      throw new Error(`Migration ${migration.name} was applied with another text: run the version that applied it.`);
    }
    return {
      name: migration.name,
      checksum,
      statements: migration.statements(dialect),
      appliedAtMs: row ? Number(row.applied_at) : null,
    };
  });
}

function statusOf({ name, appliedAtMs }: Step): MigrationStatus {
  return { name, appliedAtMs };
}

function checksumOf(migration: Migration, dialect: Dialect): string {
  // Layout of the text is free; its words are not.
  const text = migration.statements(dialect).join(";").replace(/\s+/g, " ");
  return createHash("sha256").update(text).digest("hex");
}
