import { describe, expect, it } from "vitest";
import { TokenBuckets } from "./token-bucket.js";

describe("an edge's bucket", () => {
  const at = { ms: 0 };
  const take = (buckets: TokenBuckets, perSecond: number, burst: number, count: number) =>
    Array.from({ length: count }, () => buckets.take("agent", { perSecond, burst })).filter((waitMs) => waitMs === 0)
      .length;
  const create = () => new TokenBuckets({ now: () => at.ms, monotonic: () => at.ms });

  it("sheds what is above twice the burst, and names when to come back", () => {
    const buckets = create();
    expect(take(buckets, 1, 3, 100)).toBe(6);
    expect(buckets.take("agent", { perSecond: 1, burst: 3 })).toBe(Math.ceil(1000 / 1.5));
  });

  it("is filled at one and a half times the rate, up to twice the burst", () => {
    const buckets = create();
    take(buckets, 1, 3, 100);
    at.ms += 2000;
    expect(take(buckets, 1, 3, 100)).toBe(3);
    at.ms += 3_600_000;
    expect(take(buckets, 1, 3, 100)).toBe(6);
  });

  it.each([
    ["a smaller rate", 0.001, 3],
    ["a larger rate", 2, 3],
    ["a smaller burst", 1, 2],
    ["a larger burst", 1, 4],
  ])("of %s is a new one, whatever the limit before has used up", (_, perSecond, burst) => {
    const buckets = create();
    take(buckets, 1, 3, 100);
    expect(take(buckets, perSecond, burst, 100)).toBe(2 * burst);
  });
});
