// The Store over PostgreSQL. A transaction opens with statements that also bind row-level security to the tenant and read the
// database's clock; reads that need no clock go out with them, and the commit with the last writes.

import type { CompiledQuery, Transaction } from "kysely";
import type pg from "pg";
import { isOutdated, storeUnavailable, translateStoreError } from "../database-errors.js";
import type { Tables } from "../schema.js";
import { SentWrites } from "../sent-writes.js";
import { openWith, type Reader, type Store, type TenantTx } from "../tx.js";
import { openPostgres, type PostgresDatabase, SESSION_SETTINGS } from "./postgres.js";
import { announceOverPostgres } from "./postgres-announcements.js";
import type { PostgresConnection } from "./postgres-connection.js";
import { type Answer, LeftOut } from "./postgres-round.js";

/** Plans are made anew this often: one that was made while a table had few rows is soon wrong. */
const PLANS_KEPT_MS = 1_000;
/** One plan for all values, made as if reading a whole table were never right. Without parameters, so that its own is kept too. */
const KEEP_PLANS =
  "select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)";
const CLOCK = "(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms";

export interface PostgresStoreOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Gets the errors of idle connections, which harm nobody's transaction. */
  readonly onError: (error: unknown) => void;
}

const dialect = "postgres";

/** Opens a migrated PostgreSQL database. */
export function openPostgresStore({ url, poolSize, onError }: PostgresStoreOptions): Store {
  const database = openPostgres(url, poolSize, onError);
  const announcements = announceOverPostgres(url, database.pool, onError);
  const run = transactionsOver(database);

  return {
    dialect,
    read: (tenantId, work) => run(beginRead(tenantId), (query) => work({ tenantId, dialect, query })),
    // A commit is durable here when it is one.
    write: (tenantId, work, { open, keepsPlans = false } = {}) =>
      run(
        beginWrite(tenantId, keepsPlans),
        async (query, begun, sent) => {
          const db = { tenantId, dialect, query } as const;
          const [nowMs, opened] = await Promise.all([begun, openWith(db, open)]);
          const send = async (write: CompiledQuery) => sent.add(query.executeQuery(write));
          return work({ ...db, writable: true, nowMs, send }, opened);
        },
        keepsPlans,
      ),
    writeUnread: async (tenantId, nowMs, work) => {
      const writes: CompiledQuery[] = [];
      const tx: TenantTx = {
        tenantId,
        dialect,
        get query(): never {
          throw new Error("The transaction has not begun: nothing can be read.");
        },
        writable: true,
        nowMs,
        send: async (write) => {
          writes.push(write);
        },
      };
      const result = await work(tx);
      const { begun } = await run(
        beginWrite(tenantId, true),
        async (query, begun, sent) => {
          for (const write of writes) sent.add(query.executeQuery(write));
          return { begun };
        },
        true,
      );
      return { result, nowMs: await begun };
    },
    platform: (use, work) =>
      run([["begin"], ["set local role portcullis_platform"], [`select ${CLOCK}`]], async (query, begun) =>
        work({ use, dialect, query, nowMs: await begun }),
      ),
    tryConnection: database.tryAnother,
    announce: async (tenantId) => {
      try {
        await announcements.announce(tenantId);
      } catch (error) {
        // The change is committed and readers compare state versions; only promptness is lost.
        onError(error);
      }
    },
    onAnnounce: announcements.listen,
    close: async () => {
      await announcements.close();
      await database.close();
    },
  };
}

/** Opens a migrated PostgreSQL database to be read, over a pool of its own. */
export function readPostgresStore({ url, poolSize, onError }: PostgresStoreOptions): Reader {
  const database = openPostgres(url, poolSize, onError);
  const run = transactionsOver(database);
  return {
    dialect,
    read: (tenantId, work) => run(beginRead(tenantId), (query) => work({ tenantId, dialect, query })),
    close: database.close,
  };
}

/** A statement with its parameters. */
type Opening = readonly [text: string, values?: readonly string[]];
/** `begun` gives the database's clock once BEGIN is answered; statements may be run before. `sent` is what the commit ends. */
type Work<T> = (query: Transaction<Tables>, begun: Promise<number>, sent: SentWrites) => Promise<T>;
type RunTransaction = <T>(begin: readonly Opening[], work: Work<T>, keepsPlans?: boolean) => Promise<T>;

/**
 * Runs transactions that open with the statements of `begin`, the last of which selects the clock. The commit goes out with
 * whatever writes were not sent before: where one of them fails, PostgreSQL leaves it out.
 */
function transactionsOver(database: PostgresDatabase): RunTransaction {
  const prepared = new WeakSet<pg.PoolClient>();
  /** When the plans that a connection keeps were last forgotten. */
  const forgotten = new WeakMap<pg.PoolClient, number>();

  return async (begin, work, keepsPlans = false) => {
    const sent = new SentWrites();
    let client: pg.PoolClient | undefined;
    let isBroken = false;
    try {
      client = await connect(database.pool);
      if (!prepared.has(client)) {
        // Not together with `begin`: a rollback would take the settings back.
        await client.query(SESSION_SETTINGS);
        prepared.add(client);
      }
      const connection = database.over(client);
      const forgets = keepsPlans && performance.now() - (forgotten.get(client) ?? 0) > PLANS_KEPT_MS;
      if (forgets) forgotten.set(client, performance.now());
      const opening: readonly Opening[] = forgets ? [["discard plans"], ...begin] : begin;
      const begun = Promise.all(opening.map((each) => connection.run(...each))).then(clockOf);
      sent.add(begun);
      const result = await work(connection.transaction, begun, sent);
      const committed = connection.run("commit");
      sent.add(committed);
      await sent.settle();
      // A statement failed and its error was swallowed: PostgreSQL then answers a commit with a rollback.
      const { command } = await committed;
      if (command !== "COMMIT") throw new Error("The transaction was rolled back: one of its statements had failed.");
      return result;
    } catch (error) {
      const first = sent.causeOf(error);
      const cause = first instanceof LeftOut ? first.cause : first;
      // Another connection parses its statements as the tables now are.
      if (client !== undefined) isBroken = !(await rollBack(database.over(client))) || isOutdated(cause);
      throw translateStoreError(cause);
    } finally {
      client?.release(isBroken);
    }
  };
}

/** Whatever keeps a connection from being made (the network, the login, too many others) says nothing of who asked. */
function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: unknown) => {
    throw storeUnavailable(error);
  });
}

/** Whether the connection may go on. */
async function rollBack(connection: PostgresConnection): Promise<boolean> {
  await connection.idle();
  return connection.run("rollback").then(
    () => true,
    () => false,
  );
}

function clockOf(answers: readonly Answer[]): number {
  return Number(answers.at(-1)?.rows[0]?.now_ms);
}

function beginRead(tenantId: string): readonly Opening[] {
  return [["begin isolation level repeatable read read only"], bindTenant(tenantId)];
}

function beginWrite(tenantId: string, keepsPlans: boolean): readonly Opening[] {
  return [["begin"], ...(keepsPlans ? [[KEEP_PLANS] as const] : []), bindTenant(tenantId)];
}

function bindTenant(tenantId: string): Opening {
  return [`select set_config('portcullis.tenant_id', $1, true), ${CLOCK}`, [tenantId]];
}
