import pino from "pino";
import { expect, it } from "vitest";
import { runWorkers } from "./run-workers.js";

const log = pino({ level: "silent" });

it("a worker goes on at once while there is more and not after it was stopped, whatever another one throws", async () => {
  let looks = 0;
  let resolveThird = () => {};
  const third = new Promise<void>((resolve) => {
    resolveThird = resolve;
  });
  const running = runWorkers(
    [
      {
        name: "eager",
        everyMs: 10_000,
        run: async () => {
          looks++;
          if (looks === 3) resolveThird();
          return looks < 3;
        },
      },
      {
        name: "broken",
        everyMs: 10_000,
        run: () => Promise.reject(new Error("no")),
      },
    ],
    log,
  );
  await third;
  await running.stop();
  expect(looks).toBe(3);
});

it("stopping waits for the look that runs", async () => {
  let hasEnded = false;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const running = runWorkers(
    [
      {
        name: "slow",
        everyMs: 1,
        run: async () => {
          begin();
          for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
          hasEnded = true;
          return false;
        },
      },
    ],
    log,
  );
  await begun;
  await running.stop();
  expect(hasEnded).toBe(true);
});
