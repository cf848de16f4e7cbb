// Kysely over a connection that somebody holds, who also begins and ends its transaction: it makes texts and hands them on, in
// the very turn in which a query is run. Neither connects nor queues.

import { type DatabaseConnection, DefaultQueryExecutor, type Dialect, DummyDriver, Transaction } from "kysely";
import type { Tables } from "../schema.js";

/** What a database has of its own: how its texts are made. */
export type TextDialect = Omit<Dialect, "createDriver">;

export function transactionOn(texts: TextDialect, connection: DatabaseConnection): Transaction<Tables> {
  const driver = new DummyDriver();
  const dialect: Dialect = { ...texts, createDriver: () => driver };
  return new Transaction<Tables>({
    config: { dialect },
    dialect,
    driver,
    executor: new DefaultQueryExecutor(texts.createQueryCompiler(), texts.createAdapter(), {
      provideConnection: (use) => use(connection),
    }),
  });
}
