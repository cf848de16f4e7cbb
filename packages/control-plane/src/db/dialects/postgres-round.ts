// One round trip over a connection of pg: statements that are sent with one Sync and in one write, and answered in their order.
// Where one of them fails the server leaves out those behind it, and so does this. Does not know of transactions.

import type pg from "pg";
import { RowReader } from "./postgres-values.js";

export interface RoundStatement {
  /** What the server knows its text by once it has parsed it; without one it parses it at each use. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** What a statement has given; `command` is what the server says that it did. */
export interface Answer {
  readonly command: string;
  readonly rows: Record<string, unknown>[];
  /** Undefined where the server counts none. */
  readonly rowCount: number | undefined;
}

/** The columns of the named statements that a connection has parsed: what it need not ask for again. */
export type ParsedStatements = Map<string, RowReader>;

/** What became of a statement behind one that failed; `cause` is why that one did. */
export class LeftOut extends Error {
  /** As the server says of statements that it is sent after a failure. */
  readonly code = "25P02";

  constructor(cause: unknown) {
    super("The statement was left out: one before it had failed.", { cause });
  }
}

interface Sent {
  readonly statement: RoundStatement;
  readonly rows: Record<string, unknown>[];
  reader: RowReader;
  complete: string | undefined;
  /** Why its rows cannot be read. */
  failure: unknown;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** pg's Client takes it for a query: it calls `submit` when the connection is free, and the handlers for what the server says. */
export class Round implements pg.Submittable {
  readonly #sent: Sent[] = [];
  #completed = 0;

  /** `onSettled` is called when every statement has been answered or has failed. */
  constructor(
    private readonly parsed: ParsedStatements,
    private readonly onSettled: () => void,
  ) {}

  /** Adds a statement; call it before the round is sent. */
  add(statement: RoundStatement): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const reader = RowReader.NONE;
      this.#sent.push({ statement, rows: [], reader, complete: undefined, failure: undefined, resolve, reject });
    });
  }

  submit(connection: pg.Connection): void {
    const parsedHere = new Set<string>();
    connection.stream.cork();
    for (const sent of this.#sent) {
      const { name = "", text, values } = sent.statement;
      const known = this.parsed.get(name);
      if (known === undefined && !parsedHere.has(name)) {
        // Whether an earlier round got as far as parsing it is not known; to close what is not there is no error.
        if (name !== "") connection.close({ type: "S", name }, true);
        connection.parse({ name, text, types: [] }, true);
        if (name !== "") parsedHere.add(name);
      }
      connection.bind({ statement: name, values: values as (string | null)[] }, true);
      if (known === undefined) connection.describe({ type: "P" }, true);
      else sent.reader = known;
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const sent = this.#sent[this.#completed];
    if (sent !== undefined) sent.reader = new RowReader(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const sent = this.#sent[this.#completed];
    if (sent === undefined) return;
    try {
      sent.rows.push(sent.reader.read(fields));
    } catch (error) {
      sent.failure ??= error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const sent = this.#sent[this.#completed++];
    if (sent === undefined) return;
    sent.complete = text;
    if (sent.statement.name !== undefined) this.parsed.set(sent.statement.name, sent.reader);
  }

  /** A statement failed, or the connection ended. */
  handleError(error: unknown): void {
    this.#settle(error);
  }

  handleReadyForQuery(): void {
    this.#settle(undefined);
  }

  #settle(error: unknown): void {
    for (const [index, { complete, rows, failure, resolve, reject }] of this.#sent.entries()) {
      if (complete === undefined) reject(index === this.#completed ? error : new LeftOut(error));
      else if (failure !== undefined) reject(failure);
      else resolve({ ...parseComplete(complete), rows });
    }
    this.onSettled();
  }
}

/** `SELECT 3`, `INSERT 0 1`, `COMMIT`. */
function parseComplete(text: string): Omit<Answer, "rows"> {
  const [command = "", ...numbers] = text.split(" ");
  const last = numbers.at(-1);
  const count = last === undefined ? Number.NaN : Number(last);
  return { command, rowCount: Number.isNaN(count) ? undefined : count };
}
