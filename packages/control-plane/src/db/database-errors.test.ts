import { Refusal } from "@portcullis/contract";
import { useDatabase } from "@portcullis/testkit";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "./dialects/postgres-store.js";
import { migrate } from "./migrate.js";
import type { Store } from "./tx.js";

const TENANT = "5b0f2a52-0000-4000-8000-000000000001";

/** Classes in which PostgreSQL speaks of what it was given. */
const OF_THE_STATEMENT = ["0A", "21", "22", "23", "54", "P0"];
/** Some of those in which it speaks of itself. */
const OF_THE_SERVER = ["08", "25", "28", "3D", "40", "42", "53", "55", "57", "58", "F0", "XX"];

describe("an error of PostgreSQL", () => {
  const database = useDatabase("postgres");
  let store: Store;
  beforeAll(async () => {
    await migrate(database.url);
    store = openPostgresStore({ url: database.url, poolSize: 2, onError: () => {} });
  });
  afterAll(() => store.close());

  /** What the store makes of a transaction in which the server says this. */
  const failWith = (code: string) =>
    store
      .write(TENANT, (tx) =>
        sql`do ${sql.raw(`$$ begin raise exception using errcode = '${code}'; end $$`)}`.execute(tx.query),
      )
      .catch((error: unknown) => error);
  const codeIn = (classes: readonly string[]) =>
    fc
      .tuple(fc.constantFrom(...classes), fc.stringMatching(/^[0-9A-Z]{3}$/))
      .map(([first, rest]) => first + rest)
      // What names a whole class cannot be raised.
      .filter((code) => !code.endsWith("000"));

  it("that speaks of the server is `store_unavailable`, with its cause, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(codeIn(OF_THE_SERVER), async (code) => {
        const error = await failWith(code);
        expect(error).toBeInstanceOf(Refusal);
        expect(error).toMatchObject({ code: "store_unavailable", cause: { code } });
      }),
    );
  });

  it("that speaks of the statement or its data is given back as it is", async () => {
    await fc.assert(
      fc.asyncProperty(codeIn(OF_THE_STATEMENT), async (code) => {
        const error = await failWith(code);
        expect(error).not.toBeInstanceOf(Refusal);
        expect(error).toMatchObject({ code });
      }),
    );
  });
});
