import { expect, it } from "vitest";
import { migrations } from "./index.js";

it.each(["sqlite", "postgres"] as const)(
  "no migration of %s takes from replicas of the version before what they read and write until they are replaced",
  (dialect) => {
    const taken = migrations.flatMap(({ name, statements }) =>
      statements(dialect)
        .filter((statement) => /\bdrop\s+(?:table|column)\b|\brename\b/i.test(statement))
        .map((statement) => [name, statement]),
    );
    expect(taken).toEqual([]);
  },
);
