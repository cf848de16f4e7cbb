// How code reaches the database. A tenant's rows are reached only through a handle that names the tenant; rows that are
// no tenant's only through the platform handle, whose uses are a closed list. Executor first: `findAgent(db, …)`.

import type { CompiledQuery, Transaction } from "kysely";
import type { Tables } from "./schema.js";

/** One transaction of one tenant. On PostgreSQL row-level security is bound to `tenantId`. */
export interface TenantDb {
  readonly tenantId: string;
  readonly dialect: Dialect;
  readonly query: Transaction<Tables>;
}

/** A TenantDb whose transaction may write. */
export interface TenantTx extends TenantDb {
  readonly writable: true;
  /** The database's clock at the transaction's start, in milliseconds. */
  readonly nowMs: number;
  /**
   * Runs a write whose answer nobody needs. Resolves when the next may be sent: on PostgreSQL at once, and the commit fails
   * when the write does. Its parameters are texts, numbers, null, or lists of texts.
   */
  readonly send: (query: CompiledQuery) => Promise<void>;
}

/** A transaction that sees every tenant. */
export interface PlatformDb {
  readonly use: PlatformUse;
  readonly dialect: Dialect;
  readonly query: Transaction<Tables>;
  readonly nowMs: number;
}

export type Dialect = "sqlite" | "postgres";

/** Why code may look across tenants. A new reason is a decision, not a convenience. */
export const PLATFORM_USES = [
  "sign-in by e-mail",
  "API key by prefix",
  "tenants",
  "signing keys and secrets",
  "failed sign-ins by address",
  "state versions of open streams",
  "tenants with work for workers",
  "cross-tenant correlation",
  "readiness",
] as const;
export type PlatformUse = (typeof PLATFORM_USES)[number];

/** The database, opened to be read. */
export interface Reader {
  readonly dialect: Dialect;
  /** A consistent read of one tenant. */
  read<T>(tenantId: string, work: (db: TenantDb) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface WriteOptions<O> {
  /** The transaction's first statements, which need no clock: on PostgreSQL they share BEGIN's round trip. */
  readonly open?: (db: TenantDb) => Promise<O>;
  /** Every statement finds its rows by their keys, whatever the values are: PostgreSQL may then keep its plans for a while. */
  readonly keepsPlans?: boolean;
  /** Called when the next transaction already sees what was written, and before it is durable. */
  readonly onCommit?: () => void;
  /** Nobody waits for the result: it may become durable with the next write, or a few milliseconds later without one. */
  readonly sharesSync?: boolean;
}

/** What `open` gives; without one, nothing is what `work` is promised. */
export function openWith<O>(db: TenantDb, open: WriteOptions<O>["open"]): Promise<O> {
  return open === undefined ? Promise.resolve(undefined as O) : open(db);
}

/** The database, opened. */
export interface Store extends Reader {
  /**
   * A write of one tenant: BEGIN IMMEDIATE, or a PostgreSQL transaction. `work` gets what `open` gave. Rolled back when one of
   * them throws; resolves when it is durable.
   */
  write<T, O = undefined>(
    tenantId: string,
    work: (tx: TenantTx, opened: O) => Promise<T>,
    options?: WriteOptions<O>,
  ): Promise<T>;
  /**
   * A write without reads: `work` runs before the transaction, with `nowMs` for the database's clock, and what it sends is then
   * committed in one round trip. What it takes for granted it must check by what it sends. Throws where it reads.
   * Resolves with the database's clock. Only where a round trip costs something: on PostgreSQL.
   */
  readonly writeUnread?: <T>(
    tenantId: string,
    nowMs: number,
    work: (tx: TenantTx) => Promise<T>,
  ) => Promise<{ readonly result: T; readonly nowMs: number }>;
  platform<T>(use: PlatformUse, work: (db: PlatformDb) => Promise<T>): Promise<T>;
  /**
   * Resolves when there is a connection for one more beside those that are served now, and rejects when the server has none left,
   * within five seconds. Only where connections are made: on PostgreSQL.
   */
  readonly tryConnection?: () => Promise<void>;
  /** Tells every replica, after the transaction committed, that a tenant's state changed. */
  announce(tenantId: string): Promise<void>;
  /** Calls back for each announcement of any replica; lost ones cost nothing but time. */
  onAnnounce(listener: (tenantId: string) => void): () => void;
}
