// Migrates a PostgreSQL database in one transaction, under a lock that replicas which start together wait for.

import pg from "pg";
import {
  type AppliedMigration,
  MIGRATIONS_TABLE,
  type MigrationStatus,
  planSteps,
  statusOf,
} from "../migrations/plan.js";
import { FIND_SCHEMA, requireUsable } from "./postgres.js";

/** Any number that nothing else in the database uses. */
const LOCK_ID = 7_081_990_421;

/** The tables may be in another schema than `public`. */
const GRANT_SCHEMA = `do $$ begin
  execute format('grant usage on schema %I to portcullis_app, portcullis_platform', current_schema());
end $$`;

/** Applies what is pending, or only lists it. The login must be able to create tables and roles when something is. */
export async function migratePostgres(url: string, apply: boolean): Promise<MigrationStatus[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // The statement that waits fails with it; unheard, it would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await requireUsable(client);
    await client.query(FIND_SCHEMA);
    // A login that may not create tables can still see that there is nothing to do.
    const known = planSteps("postgres", await readApplied(client)).map(statusOf);
    const isPending = known.some((status) => status.appliedAtMs === null);
    return apply && isPending ? await applyPending(client) : known;
  } finally {
    await client.end();
  }
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  );
  if (!rows[0]?.exists) return [];
  return (await client.query<AppliedMigration>("select * from schema_migrations")).rows;
}

/** What fails is rolled back when the connection ends. */
async function applyPending(client: pg.Client): Promise<MigrationStatus[]> {
  // Whoever waits for the lock goes on with what the one before it applied, whatever the server's own isolation is.
  await client.query("begin isolation level read committed");
  await client.query("select pg_advisory_xact_lock($1)", [LOCK_ID]);
  await client.query(MIGRATIONS_TABLE);
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
  await client.query(GRANT_SCHEMA);
  await client.query("commit");
  return list;
}
