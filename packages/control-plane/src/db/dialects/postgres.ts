// PostgreSQL through a pool of pg. Each connection acts as `portcullis_app`, which owns nothing and sees the rows of the
// tenant that its transaction names; a platform transaction acts as `portcullis_platform`. Statements are pipelined: those
// that are run without waiting for each other share a round trip, and the server answers them in their order.

import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
} from "kysely";
import pg from "pg";
import { isNanoColumn, toSafeNumber } from "../number-columns.js";
import type { Tables } from "../schema.js";
import { type TextDialect, transactionOn } from "./held-transaction.js";

const INT8 = 20;
const NUMERIC = 1700;
/** A text that came this often gets a name, so that the server parses it once a connection. */
const USES_BEFORE_NAMED = 4;
const NAMES_KEPT = 300;
const LONGEST_NAMED = 8_000;
const CONNECT_TIMEOUT_MS = 5_000;

export interface PostgresDatabase {
  readonly pool: pg.Pool;
  /** Kysely in a transaction that the caller begins and ends on a connection that it holds. */
  over(client: pg.PoolClient): Transaction<Tables>;
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
    pipeline: true,
  });
  pool.on("error", onError);
  // A connection that ends between two statements of a transaction says so here; unheard, it would end the process. The
  // transaction's next statement fails all the same.
  pool.on("connect", (client) => client.on("error", onError));
  const names = new StatementNames();
  const made = new WeakMap<pg.PoolClient, Transaction<Tables>>();
  return {
    pool,
    over: (client) => {
      const known = made.get(client);
      if (known) return known;
      const fresh = transactionOn(TEXTS, new HeldConnection(client, names));
      made.set(client, fresh);
      return fresh;
    },
    close: () => pool.end(),
  };
}

/**
 * What a connection of the application is set to once; the settings last as long as it does. Statements are planned at each
 * use, unless their transaction says otherwise: a plan that is kept knows neither the tenant nor how many keys are asked for.
 */
export const SESSION_SETTINGS =
  "set role portcullis_app; set synchronous_commit = on; set timezone = 'UTC'; " +
  "set idle_in_transaction_session_timeout = '30s'; set statement_timeout = '30s'; " +
  "set plan_cache_mode = force_custom_plan";

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

const TEXTS: TextDialect = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/** Sends each statement in the very turn in which it is run, so that statements are answered in the order of their calls. */
class HeldConnection implements DatabaseConnection {
  constructor(
    private readonly client: pg.PoolClient,
    private readonly names: StatementNames,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.names.nameOf(query.sql);
    const values = query.parameters as unknown[];
    const result = await this.client.query<Record<string, unknown>>(
      name === undefined ? { text: query.sql, values } : { name, text: query.sql, values },
    );
    for (const { name: column, dataTypeID } of result.rows.length > 0 ? result.fields : []) {
      if (dataTypeID !== INT8 && dataTypeID !== NUMERIC) continue;
      const isNano = isNanoColumn(column);
      for (const row of result.rows) {
        const value = row[column];
        if (typeof value === "string") row[column] = isNano ? BigInt(value) : toSafeNumber(column, value);
      }
    }
    const rows = result.rows as R[];
    return result.command === "SELECT" || result.rowCount === null
      ? { rows }
      : { rows, numAffectedRows: BigInt(result.rowCount) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not supported: read pages by a cursor.");
  }
}

/** Names for the statements that come often. Texts with many values come rarely twice and stay unnamed. */
class StatementNames {
  private readonly uses = new Map<string, { count: number; name: string | undefined }>();
  private named = 0;

  nameOf(sql: string): string | undefined {
    if (sql.length > LONGEST_NAMED) return undefined;
    const use = this.uses.get(sql);
    if (!use) {
      if (this.uses.size < 2_000) this.uses.set(sql, { count: 1, name: undefined });
      return undefined;
    }
    if (use.name === undefined && ++use.count >= USES_BEFORE_NAMED && this.named < NAMES_KEPT) {
      use.name = `p${++this.named}`;
    }
    return use.name;
  }
}
