// `npm run test:crash`: makes the clone ready, and runs as many rounds as one has the time for.

import { readOptions } from "../../scripts/read-options.mjs";
import { setUp } from "../../scripts/setup.mjs";

const USAGE = `Usage: npm run test:crash -- [options]

Kills sidecar, control plane or both at random moments under load, and looks whether anything was lost, doubled or billed
wrongly. Prints the seed and a line a round. Exit code 1 when something was.

Options:
  --rounds N       rounds on each database (default: 50)
  --seed S         seed of what is random (default: of the clock)
  --database NAME  sqlite or postgres (default: both)

Example: npm run test:crash -- --rounds 5 --database sqlite`;

const DATABASES = ["sqlite", "postgres"];
const { rounds, seed, database } = readOptions(USAGE, {
  rounds: { type: "integer", default: 50, least: 1 },
  seed: { type: "integer", default: Date.now() % 1_000_000_000, least: 0 },
  database: { type: "string", choices: DATABASES },
});

await setUp();
const { createDatabase, runCrashRounds, startPostgres } = await import("@portcullis/testkit");
const kinds = database === undefined ? DATABASES : [database];
const server = kinds.includes("postgres") ? await startPostgres() : undefined;
if (server !== undefined) process.env.PORTCULLIS_TEST_POSTGRES_URL = server.url;
try {
  for (const kind of kinds) {
    console.log(`${kind}: ${rounds} rounds, seed ${seed}`);
    const empty = await createDatabase(kind);
    try {
      const report = await runCrashRounds({
        database: { kind, url: empty.url },
        rounds,
        seed,
        tell: (line) => console.log(`  ${line}`),
      });
      const { attempts, executed, unknown, violations } = report;
      console.log(`${kind}: ${attempts} attempts, ${executed} executed, ${unknown} closed as unknown`);
      for (const violation of violations) console.error(`${kind}: ${violation}`);
      if (violations.length > 0) process.exitCode = 1;
    } finally {
      await empty.drop();
    }
  }
} finally {
  await server?.stop();
}
