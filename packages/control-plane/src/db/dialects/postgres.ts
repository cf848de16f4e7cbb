// PostgreSQL through a pool of pg. Each connection acts as `portcullis_app`, which owns nothing and sees the rows of the
// tenant that its transaction names; a platform transaction acts as `portcullis_platform`.

import pg from "pg";
import { PostgresConnection, StatementNames } from "./postgres-connection.js";

const CONNECT_TIMEOUT_MS = 5_000;

export interface PostgresDatabase {
  readonly pool: pg.Pool;
  /** What runs statements on a connection that the caller holds. */
  over(client: pg.PoolClient): PostgresConnection;
  /** Makes one connection beside those of the pool and ends it, unless the pool has all that it may. Rejects where none is to be had. */
  tryAnother(): Promise<void>;
  close(): Promise<void>;
}

/** Makes the pool; connects at first use. `onError` gets the errors of connections that ended. */
export function openPostgres(url: string, poolSize: number, onError: (error: Error) => void): PostgresDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: "portcullis",
  });
  // A connection that ends says so once here, idle or between two statements of a transaction; unheard, it would end the
  // process. The transaction's next statement fails all the same.
  pool.on("connect", (client) => client.on("error", (error) => onError(withoutClient(error))));
  pool.on("error", () => {});
  const names = new StatementNames();
  const made = new WeakMap<pg.PoolClient, PostgresConnection>();
  return {
    pool,
    over: (client) => {
      const known = made.get(client);
      if (known) return known;
      const fresh = new PostgresConnection(client, names);
      made.set(client, fresh);
      return fresh;
    },
    tryAnother: async () => {
      if (pool.totalCount >= poolSize) return;
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
      client.on("error", () => {});
      await client.connect();
      await client.end();
    },
    close: () => pool.end(),
  };
}

/** The pool names the connection in the error, which has no place in a log: it knows the key that cancels its statements. */
function withoutClient(error: Error & { client?: unknown }): Error {
  delete error.client;
  return error;
}

/**
 * Names are looked up in the schema of the tables alone, which may be the login's own: to a role that the connection acts as, the
 * `"$user"` of a path is another.
 */
export const FIND_SCHEMA = `select set_config('search_path', coalesce(
  (select relnamespace::regnamespace::text from pg_class where oid = to_regclass('schema_migrations')),
  quote_ident(current_schema())), false)`;

/**
 * What a connection of the application is set to once, whatever the server, the database and the login say; the settings last as
 * long as it does. Statements are planned at each use, unless their transaction says otherwise: a plan that is kept knows neither
 * the tenant nor how many keys are asked for.
 */
export const SESSION_SETTINGS = [
  FIND_SCHEMA,
  "set role portcullis_app",
  "set synchronous_commit = on",
  "set timezone = 'UTC'",
  // Whoever waits for a lock goes on with what the one before it wrote; stricter levels would refuse it instead.
  "set default_transaction_isolation = 'read committed'",
  // A score that was read is the one that was written.
  "set extra_float_digits = 1",
  "set idle_in_transaction_session_timeout = '30s'",
  "set idle_session_timeout = 0",
  "set statement_timeout = '30s'",
  "set plan_cache_mode = force_custom_plan",
].join("; ");

const OLDEST_SERVER = 14;

/** Throws an Error that says why the server or its database cannot keep what the application writes. */
export async function requireUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ database: string; encoding: string; version: number }>(
    `select current_database() as database, current_setting('server_encoding') as encoding,
     current_setting('server_version_num')::int / 10000 as version`,
  );
  for (const { database, encoding, version } of rows) {
    if (version < OLDEST_SERVER) {
      throw new Error(`PostgreSQL ${OLDEST_SERVER} or newer is needed; the server of "${database}" is ${version}.`);
    }
    if (encoding !== "UTF8") {
      throw new Error(
        `The database "${database}" has the encoding ${encoding}, which cannot keep every text: make one with ` +
          "create database … encoding 'UTF8' template template0.",
      );
    }
  }
}

/** Throws an Error that says what to grant when the login may not act as the application's roles. */
export async function checkRoles(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("set role portcullis_platform; set role portcullis_app");
  } catch {
    throw new Error(
      `The login "${client.user}" may not act as the application: have an administrator run ` +
        `grant portcullis_app, portcullis_platform to "${client.user}".`,
    );
  } finally {
    await client.end();
  }
}
