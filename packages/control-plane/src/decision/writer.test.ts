import { expect, it } from "vitest";
import { TenantWriter } from "./writer.js";

interface Batch {
  readonly jobs: readonly string[];
  commit(): void;
  /** The disk has it: commits before, unless that was done. */
  end(): void;
  fail(): void;
}

/** Jobs wait until the test lets the transaction commit, and the disk have it. */
function openWriter(maxWeight = 100) {
  const batches: Batch[] = [];
  const writer = new TenantWriter<string, string>(
    async (_tenantId, jobs, commit) => {
      await new Promise<void>((end, reject) =>
        batches.push({ jobs, commit, end, fail: () => reject(new Error("no disk")) }),
      );
      if (jobs.includes("poison")) throw new Error("poisoned");
      return jobs.map((job) => `${job} done`);
    },
    { maxWeight, weightOf: () => 1 },
  );
  return { writer, batches };
}

it("puts what is submitted in one turn of the loop into one transaction, however late in the turn", async () => {
  const { writer, batches } = openWriter();
  const jobs = [writer.submit("t", "a")];
  await new Promise<void>((resolve) => process.nextTick(resolve));
  for (let microtask = 0; microtask < 100; microtask += 1) await undefined;
  jobs.push(writer.submit("t", "b"));
  await expect.poll(() => batches.length).toBe(1);
  batches[0]?.end();
  expect(await Promise.all(jobs)).toEqual(["a done", "b done"]);
});

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

it("runs the next transaction while the disk still takes the one that committed, and answers neither before its time", async () => {
  const { writer, batches } = openWriter();
  const answered: string[] = [];
  const submit = (job: string) => writer.submit("t", job).then((result) => answered.push(result));
  const first = submit("a");
  await expect.poll(() => batches.length).toBe(1);
  const second = submit("b");
  batches[0]?.commit();
  await expect.poll(() => batches.length).toBe(2);
  expect(answered).toEqual([]);
  batches[0]?.end();
  await first;
  expect(answered).toEqual(["a done"]);
  batches[1]?.end();
  await second;
  await writer.idle();
  expect(answered).toEqual(["a done", "b done"]);
});

it("runs nothing again that has committed, when the disk refuses it", async () => {
  const { writer, batches } = openWriter();
  const results = Promise.allSettled(["a", "b"].map((job) => writer.submit("t", job)));
  await expect.poll(() => batches.length).toBe(1);
  batches[0]?.commit();
  batches[0]?.fail();
  expect((await results).map((result) => result.status)).toEqual(["rejected", "rejected"]);
  await writer.idle();
  expect(batches).toHaveLength(1);
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
