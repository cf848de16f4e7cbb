import { formatInstant } from "@portcullis/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextTokenAtMs, refill } from "./limits.js";

const NOW_MS = 1_800_000_000_000;
const rate = fc.double({ min: 0.01, max: 10_000, noNaN: true });
const burst = fc.double({ min: 1, max: 10_000, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("a bucket", () => {
  it("fills within the time that its rate takes, whenever the clock has been set back to", () => {
    const touchedLater = fc.integer({ min: 10_001, max: 1e12 });
    fc.assert(
      fc.property(rate, burst, share, touchedLater, (perSecond, capacity, left, laterMs) => {
        const before = { tokens: left * capacity, updatedAtMs: NOW_MS + laterMs };
        const bucket = refill(before, perSecond, capacity, NOW_MS);
        expect(bucket).toEqual({ tokens: before.tokens, updatedAtMs: NOW_MS });
        const filledAtMs = NOW_MS + Math.ceil((capacity / perSecond) * 1000) + 1;
        expect(refill(bucket, perSecond, capacity, filledAtMs).tokens).toBe(capacity);
        if (bucket.tokens < 1) expect(nextTokenAtMs(bucket, perSecond)).toBeLessThanOrEqual(filledAtMs);
      }),
    );
  });

  it("has its next token at an instant that can be told, however slowly it fills", () => {
    const anyRate = fc.double({ min: Number.MIN_VALUE, max: 1_000_000, noNaN: true });
    const less = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(anyRate, less, (perSecond, tokens) => {
        const atMs = nextTokenAtMs({ tokens, updatedAtMs: NOW_MS }, perSecond);
        expect(atMs).toBeGreaterThan(NOW_MS);
        expect(Date.parse(formatInstant(atMs))).toBe(atMs);
      }),
    );
  });

  it("gives no token twice to transactions that have begun in another order than they got the lock", () => {
    const instants = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(rate, burst, instants, (perSecond, capacity, offsets) => {
        let bucket = refill(undefined, perSecond, capacity, NOW_MS);
        let taken = 0;
        for (const offset of offsets) {
          bucket = refill(bucket, perSecond, capacity, NOW_MS + offset);
          if (bucket.tokens < 1) continue;
          bucket = { ...bucket, tokens: bucket.tokens - 1 };
          taken++;
        }
        expect(taken).toBeLessThanOrEqual(capacity + (Math.max(...offsets) * perSecond) / 1000 + 1e-6);
      }),
    );
  });
});
