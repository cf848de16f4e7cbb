import { expect, it } from "vitest";
import { TenantWriter } from "./writer.js";

/** Jobs wait until the test lets the transaction end. */
function openWriter(maxWeight = 100) {
  const batches: { jobs: readonly string[]; end(): void }[] = [];
  const writer = new TenantWriter<string, string>(
    async (_tenantId, jobs) => {
      await new Promise<void>((end) => batches.push({ jobs, end }));
      if (jobs.includes("poison")) throw new Error("poisoned");
      return jobs.map((job) => `${job} done`);
    },
    { maxWeight, weightOf: () => 1 },
  );
  return { writer, batches };
}

it("puts everything that queued up during a transaction into the next one", async () => {
  const { writer, batches } = openWriter();
  const first = writer.submit("t", "a");
  await expect.poll(() => batches.length).toBe(1);
  const rest = ["b", "c", "d"].map((job) => writer.submit("t", job));
  batches[0]?.end();
  expect(await first).toBe("a done");
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.end();
  expect(await Promise.all(rest)).toEqual(["b done", "c done", "d done"]);
  expect(batches.map(({ jobs }) => jobs)).toEqual([["a"], ["b", "c", "d"]]);
});

it("runs a batch's jobs one by one when one of them fails, so that only that one does", async () => {
  const { writer, batches } = openWriter();
  const results = Promise.allSettled(["a", "poison", "b"].map((job) => writer.submit("t", job)));
  for (let done = 0; done < 4; done += 1) {
    await expect.poll(() => batches.length).toBe(done + 1);
    batches[done]?.end();
  }
  expect((await results).map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

it("does not let one tenant wait for another, nor a batch grow beyond its bound", async () => {
  const { writer, batches } = openWriter(2);
  const jobs = [writer.submit("t", "a"), writer.submit("t", "b"), writer.submit("t", "c"), writer.submit("u", "x")];
  await expect.poll(() => batches.length).toBe(2);
  expect(batches.map((batch) => batch.jobs)).toEqual([["a", "b"], ["x"]]);
  for (const batch of batches) batch.end();
  await expect.poll(() => batches.length).toBe(3);
  batches[2]?.end();
  await Promise.all(jobs);
  await writer.idle();
});
