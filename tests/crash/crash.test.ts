// A few crash rounds; the long run is `npm run test:crash -- --rounds 50`.

import { eachDatabase, runCrashRounds } from "@portcullis/testkit";
import { expect, test } from "vitest";

const SEED = Number(process.env.PORTCULLIS_CRASH_SEED ?? 20_260_101);

eachDatabase("crashes under load", (database) => {
  test(`kill -9 of the sidecar, of the control plane and of both loses, doubles and bills nothing wrongly (seed ${SEED})`, async () => {
    const lines: string[] = [];
    const report = await runCrashRounds({ database, rounds: 3, seed: SEED, tell: (line) => lines.push(line) });
    expect(report.violations, lines.join("\n")).toEqual([]);
    expect(report.executed).toBeGreaterThan(20);
  });
});
