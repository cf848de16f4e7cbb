import fc from "fast-check";
import { expect, it } from "vitest";
import { HealthProbe } from "./health-probe.js";

const step = fc.record({ afterMs: fc.integer({ min: 0, max: 4000 }), asks: fc.integer({ min: 1, max: 20 }) });

it("looks at most once in three seconds, whoever asks and how often, and answers nothing that is older", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let nowMs = 0;
      const looks: number[] = [];
      // Each look finds something else, by which its answers are known.
      const check = async () => `look ${looks.push(nowMs)}`;
      const probe = new HealthProbe([{ name: "database", check }], () => nowMs);
      for (const { afterMs, asks } of steps) {
        nowMs += afterMs;
        const answers = await Promise.all(Array.from({ length: asks }, () => probe.look()));
        const latest = { name: "database", healthy: false, detail: `look ${looks.length}` };
        expect(answers).toEqual(Array(asks).fill([latest]));
        expect(nowMs - (looks.at(-1) ?? Number.NEGATIVE_INFINITY)).toBeLessThan(3000);
      }
      for (const [index, atMs] of looks.entries()) {
        expect(atMs - (looks[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(3000);
      }
    }),
  );
});
