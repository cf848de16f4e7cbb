import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costOfTokens, formatUsd, MAX_NANO_USD, MAX_TOKENS, type MoneyErrorCode, parseUsd } from "./money.js";

const amount = fc.bigInt({ min: -MAX_NANO_USD, max: MAX_NANO_USD });

describe("money", () => {
  it("every amount is written and read back exactly", () => {
    fc.assert(fc.property(amount, (nano) => parseUsd(formatUsd(nano)) === nano));
  });

  it("sums of amounts are exact, whatever floats would say", () => {
    const small = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(fc.array(small), (parts) => {
        const total = parts.map((part) => parseUsd(formatUsd(part))).reduce((sum, part) => sum + part, 0n);
        expect(total).toBe(parts.reduce((sum, part) => sum + part, 0n));
      }),
    );
    expect(parseUsd("0.1") + parseUsd("0.2")).toBe(parseUsd("0.3"));
  });

  it("numbers of up to nine places mean their decimal text", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 33 }), fc.integer({ min: 0, max: 9 }), (digits, places) => {
        const text = formatUsd(BigInt(digits) * 10n ** BigInt(9 - places));
        expect(parseUsd(Number(text))).toBe(parseUsd(text));
      }),
    );
  });

  it.each<[string | number, bigint]>([
    ["0", 0n],
    ["-0", 0n],
    [0, 0n],
    [-0, 0n],
    ["1", 1_000_000_000n],
    ["0.000000001", 1n],
    [1e-9, 1n],
    [1.5e-7, 150n],
    [-2.5e-8, -25n],
    [12.34, 12_340_000_000n],
    ["-3.10", -3_100_000_000n],
    ["9223372036.854775807", MAX_NANO_USD],
  ])("%j dollars are %s nano-dollars", (value, expected) => {
    expect(parseUsd(value)).toBe(expected);
  });

  it.each<[unknown, MoneyErrorCode]>([
    ["", "not_decimal"],
    [" 1", "not_decimal"],
    ["1 ", "not_decimal"],
    ["1\n", "not_decimal"],
    ["+1", "not_decimal"],
    ["01", "not_decimal"],
    [".5", "not_decimal"],
    ["5.", "not_decimal"],
    ["1e3", "not_decimal"],
    ["1,000", "not_decimal"],
    ["0x10", "not_decimal"],
    ["$1", "not_decimal"],
    ["١", "not_decimal"],
    [Number.NaN, "not_decimal"],
    [Number.POSITIVE_INFINITY, "not_decimal"],
    [1e21, "not_decimal"],
    [null, "not_decimal"],
    [{}, "not_decimal"],
    ["9".repeat(1000), "not_decimal"],
    ["0.0000000001", "too_precise"],
    [1e-10, "too_precise"],
    [5e-324, "too_precise"],
    [0.1 + 0.2, "too_precise"],
    ["9223372036.854775808", "out_of_range"],
    [1e20, "out_of_range"],
  ])("%j is refused", (value, code) => {
    expect(() => parseUsd(value as string)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    [0n, "0"],
    [1n, "0.000000001"],
    [-1n, "-0.000000001"],
    [250_000_000n, "0.25"],
    [100_000_000_000n, "100"],
    [-1_500_000_000n, "-1.5"],
  ])("%s nano-dollars are written %s", (nano, text) => {
    expect(formatUsd(nano)).toBe(text);
  });
});

describe("the cost of tokens", () => {
  const rate = { promptPerMillion: parseUsd("2.5"), completionPerMillion: parseUsd("10") };

  it("is count times rate", () => {
    expect(costOfTokens({ promptTokens: 1_000_000, completionTokens: 500_000 }, rate)).toBe(parseUsd("7.5"));
    expect(costOfTokens({ promptTokens: 0, completionTokens: 0 }, rate)).toBe(0n);
    expect(costOfTokens({ promptTokens: 1, completionTokens: 0 }, { ...rate, perCall: 7n })).toBe(2507n);
  });

  it.each([
    [500_000n, 0n],
    [500_001n, 1n],
    [1_499_999n, 1n],
    [1_500_000n, 2n],
    [2_500_000n, 2n],
    [2_500_001n, 3n],
  ])("%s millionths of a nano-dollar are rounded to %s, half to even", (scaled, expected) => {
    const perToken = { promptPerMillion: scaled, completionPerMillion: 0n };
    expect(costOfTokens({ promptTokens: 1, completionTokens: 0 }, perToken)).toBe(expected);
  });

  it("is rounded once, not per part", () => {
    const halves = { promptPerMillion: 500_000n, completionPerMillion: 500_000n };
    expect(costOfTokens({ promptTokens: 1, completionTokens: 1 }, halves)).toBe(1n);
  });

  it("is within half a nano-dollar of the exact value", () => {
    const count = fc.integer({ min: 0, max: MAX_TOKENS });
    const perMillion = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(
        count,
        count,
        perMillion,
        perMillion,
        (prompt, completion, promptPerMillion, completionPerMillion) => {
          const cost = costOfTokens(
            { promptTokens: prompt, completionTokens: completion },
            { promptPerMillion, completionPerMillion },
          );
          const error =
            cost * 1_000_000n - (BigInt(prompt) * promptPerMillion + BigInt(completion) * completionPerMillion);
          expect(error >= -500_000n && error <= 500_000n).toBe(true);
        },
      ),
    );
  });

  it.each([-1, 0.5, Number.NaN, MAX_TOKENS + 1])("%s is no count of tokens", (promptTokens) => {
    expect(() => costOfTokens({ promptTokens, completionTokens: 0 }, rate)).toThrow(
      expect.objectContaining({ code: "invalid_token_count" }),
    );
  });
});
