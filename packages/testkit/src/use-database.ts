/** One database of one kind for a suite, where `eachDatabase` would be too much: made before its tests, dropped after. */
import { afterAll, beforeAll } from "vitest";
import { createDatabase, type DatabaseKind, type OwnedDatabase, type TestDatabase } from "./databases.js";

/** Call it while the suite is being described; `url` can be read in hooks and tests. */
export function useDatabase(kind: DatabaseKind): TestDatabase {
  const owned: OwnedDatabase[] = [];
  const createAnother = async () => {
    const database = await createDatabase(kind);
    owned.push(database);
    return database.url;
  };
  beforeAll(async () => {
    await createAnother();
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
