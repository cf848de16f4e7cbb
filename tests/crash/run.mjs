// The long crash run, on both databases unless one is named. Prints a line a round and the seed; exits with 1 when anything
// was lost, doubled or billed wrongly.
//
//   npm run test:crash -- [--rounds 50] [--seed 1] [--database sqlite|postgres]

import { parseArgs } from "node:util";
import { createDatabase, runCrashRounds, startPostgres } from "@portcullis/testkit";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    database: { type: "string" },
  },
});
const rounds = Number(options.rounds);
const seed = Number(options.seed);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  throw new Error("--rounds and --seed take whole numbers.");
}
const kinds = options.database === undefined ? ["sqlite", "postgres"] : [options.database];
const server = kinds.includes("postgres") ? await startPostgres() : undefined;
if (server !== undefined) process.env.PORTCULLIS_TEST_POSTGRES_URL = server.url;
try {
  for (const kind of kinds) {
    console.log(`${kind}: ${rounds} rounds, seed ${seed}`);
    const database = await createDatabase(kind);
    try {
      const report = await runCrashRounds({
        database: { kind, url: database.url },
        rounds,
        seed,
        tell: (line) => console.log(`  ${line}`),
      });
      const { attempts, executed, unknown, violations } = report;
      console.log(`${kind}: ${attempts} attempts, ${executed} executed, ${unknown} closed as unknown`);
      for (const violation of violations) console.error(`${kind}: ${violation}`);
      if (violations.length > 0) process.exitCode = 1;
    } finally {
      await database.drop();
    }
  }
} finally {
  await server?.stop();
}
