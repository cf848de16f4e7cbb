import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInstant, utcDay, utcMonth } from "./clock.js";

describe("instants", () => {
  it("always have three digits of milliseconds, a day and a month in UTC", () => {
    const ms = Date.UTC(2026, 1, 28, 23, 59, 59, 7);
    expect(formatInstant(ms)).toBe("2026-02-28T23:59:59.007Z");
    expect(utcDay(ms)).toBe("2026-02-28");
    expect(utcMonth(ms)).toBe("2026-02");
    expect(utcDay(ms + 1000)).toBe("2026-03-01");
    expect(formatInstant(0)).toBe("1970-01-01T00:00:00.000Z");
  });

  it("are in text order when they are in time order, and read back", () => {
    const instant = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        expect(Date.parse(formatInstant(a))).toBe(a);
        expect(formatInstant(a) < formatInstant(b)).toBe(a < b);
      }),
    );
  });

  it("have the day and the month that their text begins with, whatever was asked before", () => {
    const instant = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
    const step = fc.constantFrom(-86_400_000, -1, 0, 1, 86_399_999, 86_400_000);
    fc.assert(
      fc.property(instant, step, (ms, further) => {
        for (const each of [ms, Math.min(Math.max(ms + further, -62_167_219_200_000), 253_402_300_799_999)]) {
          expect(utcDay(each)).toBe(formatInstant(each).slice(0, 10));
          expect(utcMonth(each)).toBe(formatInstant(each).slice(0, 7));
        }
      }),
    );
  });

  it.each([Number.NaN, 0.5, 8.64e15, -62_167_219_200_001])("%s has no day", (ms) => {
    expect(() => utcDay(ms)).toThrow(expect.objectContaining({ code: "invalid_instant" }));
    expect(() => utcMonth(ms)).toThrow(expect.objectContaining({ code: "invalid_instant" }));
  });

  it.each([Number.NaN, 0.5, 8.64e15, -62_167_219_200_001])("%s is no instant", (ms) => {
    expect(() => formatInstant(ms)).toThrow(expect.objectContaining({ code: "invalid_instant" }));
  });
});
