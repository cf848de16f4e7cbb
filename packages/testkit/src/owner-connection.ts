/**
 * The database as its owner sees it: for tests that compare tables with answers, and for those that tamper. Not the
 * product's store: no tenant is bound, and whoever owns the database can put its guards aside.
 */
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import pg from "pg";
import type { DatabaseKind } from "./databases.js";

export interface OwnerConnection {
  readonly kind: DatabaseKind;
  /** Runs one statement that gives rows. Integers come as numbers. */
  readonly all: <T = Record<string, unknown>>(statement: string) => Promise<T[]>;
  /** Runs statements, one after the other. */
  readonly run: (...statements: string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens `sqlite:…` or `postgres://…`. */
export async function openOwnerConnection(url: string): Promise<OwnerConnection> {
  return url.startsWith("sqlite:") ? openFile(url.slice("sqlite:".length)) : openServer(url);
}

function openFile(path: string): OwnerConnection {
  const database = new (loadSqliteDriver())(path, { timeout: 30_000 });
  return {
    kind: "sqlite",
    all: async <T>(statement: string) => database.prepare<[], T>(statement).all(),
    run: async (...statements) => {
      for (const statement of statements) database.exec(statement);
    },
    close: async () => {
      database.close();
    },
  };
}

async function openServer(url: string): Promise<OwnerConnection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on("error", () => undefined);
  return {
    kind: "postgres",
    all: async <T>(statement: string) => {
      const { rows, fields } = await client.query(statement);
      const bigints = fields.filter(({ dataTypeID }) => BIGINT_TYPES.has(dataTypeID)).map(({ name }) => name);
      for (const row of rows) for (const name of bigints) if (row[name] !== null) row[name] = Number(row[name]);
      return rows as T[];
    },
    run: async (...statements) => {
      for (const statement of statements) await client.query(statement);
    },
    close: () => client.end(),
  };
}

/** int8 and numeric: counts and sums. */
const BIGINT_TYPES = new Set([20, 1700]);

/** Takes the guards of the append-only tables away, which only an owner can. */
export async function dropGuards(owner: OwnerConnection): Promise<void> {
  const tables = ["audit_logs", "usage_records"];
  for (const table of tables) {
    if (owner.kind === "postgres") await owner.run(`alter table ${table} disable trigger all`);
    else
      await owner.run(`drop trigger if exists ${table}_refuse_update`, `drop trigger if exists ${table}_refuse_delete`);
  }
}
