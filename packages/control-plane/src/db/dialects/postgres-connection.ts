// One connection to PostgreSQL. What is run in one turn of the event loop, whoever runs it, goes out together as one round; what is
// run while a round is under way goes with the next.

import type { CompiledQuery, DatabaseConnection, QueryResult, Transaction } from "kysely";
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type pg from "pg";
import type { Tables } from "../schema.js";
import { type TextDialect, transactionOn } from "./held-transaction.js";
import { type Answer, type ParsedStatements, Round } from "./postgres-round.js";
import { textOf } from "./postgres-values.js";

/** A text that came this often gets a name, so that the server parses it once a connection. */
const USES_BEFORE_NAMED = 4;
const NAMES_KEPT = 300;
const LONGEST_NAMED = 8_000;

const TEXTS: TextDialect = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

export class PostgresConnection implements DatabaseConnection {
  /** Kysely in a transaction that the holder of the connection begins and ends. */
  readonly transaction: Transaction<Tables> = transactionOn(TEXTS, this);
  readonly #parsed: ParsedStatements = new Map();
  /** Waits for the end of the turn, or for the round that is under way. */
  #next: Round | undefined;
  #isUnderWay = false;
  #onIdle: (() => void) | undefined;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly names: StatementNames,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rows, rowCount } = await this.run(query.sql, query.parameters);
    return command === "SELECT" || rowCount === undefined
      ? { rows: rows as R[] }
      : { rows: rows as R[], numAffectedRows: BigInt(rowCount) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not supported: read pages by a cursor.");
  }

  /** Runs one statement; answered in the order of the calls. */
  run(text: string, values: readonly unknown[] = []): Promise<Answer> {
    if (this.#next === undefined) {
      this.#next = new Round(this.#parsed, () => this.#goOn());
      if (!this.#isUnderWay) this.#sendAfterTurn();
    }
    return this.#next.add({ name: this.names.nameOf(text), text, values: values.map(textOf) });
  }

  /** Resolves when nothing is under way: what is then run goes alone, and no failure of anything else leaves it out. */
  idle(): Promise<void> {
    if (this.#next === undefined && !this.#isUnderWay) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  /** Once nothing that was resolved in this turn has anything more to run. */
  #sendAfterTurn(): void {
    queueMicrotask(() => process.nextTick(() => this.#send()));
  }

  #send(): void {
    const round = this.#next;
    if (round === undefined) return;
    this.#next = undefined;
    this.#isUnderWay = true;
    this.client.query(round);
  }

  #goOn(): void {
    this.#isUnderWay = false;
    if (this.#next !== undefined) this.#sendAfterTurn();
    else this.#onIdle?.();
  }
}

/** Names for the statements that come often. Texts with many values come rarely twice and stay unnamed. */
export class StatementNames {
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
