/** Databases of suites: made before their tests, dropped after. None is ever skipped. */
import { afterAll, beforeAll, describe } from "vitest";
import {
  createDatabase,
  createMigratedDatabase,
  DATABASE_KINDS,
  type DatabaseKind,
  type OwnedDatabase,
} from "./databases.js";

/** The database under test. `url` may be read in hooks and tests, not while the suite is being described. */
export type TestDatabase = {
  readonly kind: DatabaseKind;
  /** The suite's own: it has the newest schema, and nothing else. */
  readonly url: string;
  /** Makes one more, empty, without a schema. It is dropped at the end of the suite like the first. */
  readonly createAnother: () => Promise<string>;
};

/** Describes `name` once on SQLite and once on PostgreSQL; the body gets a fresh database for each. */
export function eachDatabase(name: string, body: (database: TestDatabase) => void): void {
  for (const kind of DATABASE_KINDS) {
    describe(`${name} (${kind})`, () => body(useDatabase(kind)));
  }
}

/** A database of one kind, for a suite that needs no other. Call it while the suite is being described. */
export function useDatabase(kind: DatabaseKind): TestDatabase {
  const owned: OwnedDatabase[] = [];
  const createAnother = async () => {
    const database = await createDatabase(kind);
    owned.push(database);
    return database.url;
  };
  beforeAll(async () => {
    owned.push(await createMigratedDatabase(kind));
  });
  afterAll(async () => {
    await Promise.all(owned.splice(0).map((database) => database.drop()));
  });
  return {
    kind,
    createAnother,
    get url() {
      const first = owned[0];
      if (first === undefined) throw new Error("The database's url can be read in hooks and tests only.");
      return first.url;
    },
  };
}
