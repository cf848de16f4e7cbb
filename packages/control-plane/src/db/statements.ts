// Statements of the hot path: written once as SQL, run as they are, without Kysely's builder (building and compiling costs
// more than the statement itself). One text per dialect, made once. Parameters are `$1`, `$2` …; `in $list2` takes an array.

import { CompiledQuery } from "kysely";
import { amountAsText } from "./number-columns.js";
import type { Tables } from "./schema.js";
import type { Dialect, TenantDb, TenantTx } from "./tx.js";

type Parameter = string | number | bigint | null | readonly string[] | readonly number[];
type Parameters = readonly Parameter[];
type Executor = Pick<TenantDb, "dialect" | "query">;

/** A statement with its text per dialect. */
export interface Statement {
  readonly postgres: string;
  readonly sqlite: string;
  /** The index of the parameter that each `?` of the SQLite text takes. */
  readonly places: readonly number[];
}

const LOOK_UP = /look_up\((\w+), (\w+), (\d+)\)/g;
const ROWS_OF = /rows_of\((\w+), (\w+), (\d+)\)/g;
const RARELY = /rarely\(([^()]+)\)/g;
/**
 * The list leads: a table made of it first, as for `in (select …)`, costs more than what is looked up. `unlikely` makes SQLite
 * take the index that has the column before a key that has the tenant alone.
 */
const SQLITE_ROWS = `(select found.* from json_each($$$3) as wanted cross join $1 as found
  where found.tenant_id = $$1 and unlikely(found.$2 = wanted.value))`;

/** Declares a statement; call it once, at module level. */
export function statement(text: string): Statement {
  const places: number[] = [];
  const sqlite = text
    .replaceAll(LOOK_UP, SQLITE_ROWS)
    .replaceAll(ROWS_OF, SQLITE_ROWS)
    .replaceAll(RARELY, "unlikely($1)")
    .replace(/\s+for update( of \w+(, \w+)*| skip locked)?/, "")
    .replaceAll(/in \$list(\d+)/g, "in (select value from json_each($$$1))")
    .replaceAll(/\$(\d+)/g, (_match, number: string) => {
      places.push(Number(number) - 1);
      return "?";
    });
  const postgres = text
    .replaceAll(
      LOOK_UP,
      `(select found.* from unnest($$$3::text[]) as wanted (value)
        cross join lateral (select * from $1 where tenant_id = $$1 and $2 = wanted.value offset 0) as found)`,
    )
    .replaceAll(ROWS_OF, "(select * from $1 where tenant_id = $$1 and $2 in $$list$3)")
    .replaceAll(RARELY, "$1")
    .replaceAll(/in \$list(\d+)/g, "= any($$$1)");
  return { sqlite, places, postgres };
}

/**
 * What a statement selects from where it wants the rows of the tenant `$1` whose `column` is in a list: `$list2` where `list`
 * is 2. PostgreSQL looks each up by its key, also while it has no statistics and takes reading all of the tenant for cheaper.
 */
export function lookUp<T extends keyof Tables>(table: T, column: ColumnOf<T>, list: number): string {
  return `look_up(${table}, ${column}, ${list})`;
}

/** The same where PostgreSQL may plan as it likes: for tables of which a tenant has few rows. No list names a key twice. */
export function rowsOf<T extends keyof Tables>(table: T, column: ColumnOf<T>, list: number): string {
  return `rows_of(${table}, ${column}, ${list})`;
}

/**
 * A condition that few of a tenant's rows meet. SQLite takes the index that has it before a key that has the tenant alone; PostgreSQL
 * knows by itself.
 */
export function rarely(condition: string): string {
  return `rarely(${condition})`;
}

/** An expression of PostgreSQL that is an error unless the condition holds, and with it ends the transaction. */
export function mustHold(condition: string): string {
  return `cast(case when ${condition} then '1' else 'written by another in between: decided anew' end as integer)`;
}

/** Runs it and gives its rows. */
export async function runStatement<R>(db: Executor, statement: Statement, parameters: Parameters): Promise<R[]> {
  const { rows } = await db.query.executeQuery<R>(compile(db.dialect, statement, parameters));
  return rows;
}

function compile(dialect: Dialect, { sqlite, places, postgres }: Statement, parameters: Parameters): CompiledQuery {
  if (dialect === "postgres") return CompiledQuery.raw(postgres, parameters as unknown[]);
  const values = places.map((index) => {
    const value = parameters[index];
    return Array.isArray(value) ? JSON.stringify(value) : value;
  });
  return CompiledQuery.raw(sqlite, values);
}

/**
 * Runs statements in their order and gives the rows of each: in one round trip on PostgreSQL, where each sees what was
 * committed before it, and so what one before it waited for. No statements, where `null` stands, give no rows.
 */
export async function runInOrder<R extends readonly unknown[]>(
  db: Executor,
  statements: { readonly [I in keyof R]: readonly [Statement, Parameters] | null },
): Promise<{ [I in keyof R]: R[I][] }> {
  const results: (unknown[] | Promise<unknown[]>)[] = [];
  for (const each of statements) {
    const rows = each === null ? [] : runStatement(db, ...each);
    results.push(db.dialect === "postgres" ? rows : await rows);
  }
  return (await Promise.all(results)) as { [I in keyof R]: R[I][] };
}

/** Runs a write by `TenantTx.send`. */
export function sendStatement(tx: TenantTx, statement: Statement, parameters: Parameters): Promise<void> {
  return tx.send(compile(tx.dialect, statement, parameters));
}

type ColumnOf<T extends keyof Tables> = Extract<keyof Tables[T], string>;

type Row<C extends string> = Readonly<Record<C, string | number | bigint | null>>;

/** Writes many rows of one table with one text: row by row on SQLite, one statement for all of them on PostgreSQL. */
export interface RowWriter<C extends string> {
  run(db: Executor, rows: readonly Row<C>[]): Promise<void>;
  /** The same as a part of `sendTogether`. */
  of(rows: readonly Row<C>[]): RowWrite;
}

/** Rows on their way into one table. */
export interface RowWrite {
  readonly rows: readonly object[];
  /** Takes the rows as JSON in `$1`. */
  readonly postgres: string;
  run(db: Executor): Promise<void>;
}

/**
 * Runs writes that do not touch the same rows: in their order on SQLite; as one statement on PostgreSQL, where the order
 * among them is the server's and nothing waits for them before the commit.
 */
export async function sendTogether(tx: TenantTx, writes: readonly RowWrite[]): Promise<void> {
  const due = writes.filter((write) => write.rows.length > 0);
  if (tx.dialect === "sqlite") {
    for (const write of due) await write.run(tx);
    return;
  }
  if (due.length === 0) return;
  const parts = due.map(
    ({ postgres }, index) => `w${index} as (${postgres.replace("$1::json", `$${index + 1}::json`)})`,
  );
  const given = due.map(({ rows }) => JSON.stringify(rows, amountAsText));
  await tx.send(CompiledQuery.raw(`with ${parts.join(", ")} select 1`, given));
}

/**
 * Inserts. `conflict` is the `on conflict …` clause, where rows of one call never meet each other; it names the columns of
 * the stored row by the table's name and those of the new one by `excluded`.
 */
export function insertRows<T extends keyof Tables, C extends ColumnOf<T>>(
  table: T,
  columns: readonly C[],
  conflict = "",
): RowWriter<C> {
  const names = columns.join(", ");
  return writer(columns, {
    sqlite: `insert into ${table} (${names}) values (${columns.map(() => "?").join(", ")}) ${conflict}`,
    postgres: `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json) ${conflict}`,
  });
}

/** Sets `columns` of the rows that `keys` name. */
export function updateRows<T extends keyof Tables, K extends ColumnOf<T>, C extends ColumnOf<T>>(
  table: T,
  keys: readonly K[],
  columns: readonly C[],
): RowWriter<K | C> {
  const all = [...columns, ...keys];
  return writer(all, {
    sqlite: `update ${table} set ${columns.map((c) => `${c} = ?`).join(", ")} where ${keys
      .map((k) => `${k} = ?`)
      .join(" and ")}`,
    postgres: `update ${table} set ${columns.map((c) => `${c} = given.${c}`).join(", ")} from json_populate_recordset(null::${table}, $1::json) as given where ${keys
      .map((k) => `${table}.${k} = given.${k}`)
      .join(" and ")}`,
  });
}

function writer<C extends string>(columns: readonly C[], texts: Record<Dialect, string>): RowWriter<C> {
  const run = async (db: Executor, rows: readonly Row<C>[]): Promise<void> => {
    if (rows.length === 0) return;
    if (db.dialect === "postgres") {
      await db.query.executeQuery(CompiledQuery.raw(texts.postgres, [JSON.stringify(rows, amountAsText)]));
      return;
    }
    const values = rows.map((row) => columns.map((column) => row[column]));
    await db.query.executeQuery(CompiledQuery.raw(texts.sqlite, values));
  };
  return { run, of: (rows) => ({ rows, postgres: texts.postgres, run: (db) => run(db, rows) }) };
}
