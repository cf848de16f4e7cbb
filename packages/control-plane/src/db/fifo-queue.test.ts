import { expect, it } from "vitest";
import { FifoQueue } from "./fifo-queue.js";

it("waiters are served in the order in which they came, as many at a time as there are places", async () => {
  const queue = new FifoQueue(2, 60_000);
  const served: number[] = [];
  const turns = [0, 1, 2, 3].map((n) => queue.acquire().then(() => served.push(n)));
  await Promise.all(turns.slice(0, 2));
  expect(served).toEqual([0, 1]);
  queue.release();
  await turns[2];
  queue.release();
  await turns[3];
  expect(served).toEqual([0, 1, 2, 3]);
});

it("a waiter that is not served in time is refused and takes no place", async () => {
  const queue = new FifoQueue(1, 5);
  await queue.acquire();
  const keepsLoopAlive = setTimeout(() => {}, 10_000);
  await expect(queue.acquire()).rejects.toMatchObject({ code: "store_unavailable" });
  clearTimeout(keepsLoopAlive);
  queue.release();
  await queue.acquire();
});
