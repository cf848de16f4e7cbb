import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_NANO_USD, MAX_TOKENS, parseUsd } from "./money.js";
import {
  checkRateTable,
  hasUnreadableUsage,
  priceCall,
  type RateTable,
  rateOfModel,
  reservationOf,
  usageFromAnswer,
} from "./pricing.js";

const RATES: RateTable = {
  revision: "2026-01",
  rates: { small: { prompt_usd_per_million: "1", completion_usd_per_million: "2", call_usd: "0.001" } },
  default: { prompt_usd_per_million: "10", completion_usd_per_million: "30" },
};
const ANSWER = { model: "small", usage: { prompt_tokens: 1000, completion_tokens: 500 } };
const USAGE = { model: "small", promptTokens: 10, completionTokens: 0 };

describe("the price of a call", () => {
  it("is the answer's own token counts at the model's rate, before anything else", () => {
    expect(
      priceCall({ counted: usageFromAnswer(ANSWER), usage: USAGE, tool: { priceNanoUsd: 5n }, rates: RATES }),
    ).toEqual({
      amountNanoUsd: parseUsd("0.003"),
      basis: "answer_tokens",
      model: "small",
      promptTokens: 1000,
      completionTokens: 500,
      rateRevision: "2026-01",
      flags: [],
    });
  });

  it("is else the caller's usage, else the tool's price, else nothing", () => {
    const base = { counted: usageFromAnswer({ rows: [] }), rates: RATES };
    expect(priceCall({ ...base, usage: USAGE, tool: { priceNanoUsd: 5n } })).toMatchObject({
      amountNanoUsd: 1_010_000n,
      basis: "caller_usage",
    });
    expect(priceCall({ ...base, tool: { priceNanoUsd: 5n, maxCostNanoUsd: 9n } })).toMatchObject({
      amountNanoUsd: 5n,
      basis: "tool_price",
      model: null,
    });
    expect(priceCall({ ...base, usage: null, tool: null })).toMatchObject({ amountNanoUsd: 0n, basis: "none" });
  });

  it.each(["other", "__proto__", "constructor", null])("the model %j has the default rate, and says so", (model) => {
    const price = priceCall({
      counted: null,
      usage: { model, promptTokens: 1_000_000, completionTokens: 0 },
      rates: RATES,
    });
    expect(price).toMatchObject({ amountNanoUsd: parseUsd("10"), flags: ["unknown_model_rate"] });
  });

  it("fits in 64 bits for the dearest rate and the largest counts", () => {
    const dear = { prompt_usd_per_million: "1000000", completion_usd_per_million: "1000000", call_usd: "1000000" };
    const usage = { model: null, promptTokens: MAX_TOKENS, completionTokens: MAX_TOKENS };
    const { amountNanoUsd } = priceCall({ counted: null, usage, rates: { revision: "r", rates: {}, default: dear } });
    expect(amountNanoUsd <= MAX_NANO_USD).toBe(true);
  });

  it("a rate that is negative, absurd or no decimal is refused when the table is checked", () => {
    expect(() => checkRateTable(RATES)).not.toThrow();
    for (const prompt of ["-1", "1000001", "free", "1e3"]) {
      const table = { ...RATES, default: { ...RATES.default, prompt_usd_per_million: prompt } };
      expect(() => checkRateTable(table)).toThrow(expect.objectContaining({ name: "MoneyError" }));
    }
    expect(() => checkRateTable({ ...RATES, revision: "" })).toThrow(expect.objectContaining({ code: "invalid_rate" }));
    expect(rateOfModel(RATES, "small").rate.perCall).toBe(parseUsd("0.001"));
  });
});

describe("token counts in an answer", () => {
  it.each<[string, unknown, unknown]>([
    ["chat completions", ANSWER, { model: "small", promptTokens: 1000, completionTokens: 500 }],
    [
      "chat completions with cached tokens",
      { model: "m", usage: { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 4 } } },
      { model: "m", promptTokens: 10, completionTokens: 1 },
    ],
    [
      "messages, where cache reads are counted beside the input",
      {
        model: "m",
        usage: { input_tokens: 10, output_tokens: 2, cache_read_input_tokens: 5, cache_creation_input_tokens: 1 },
      },
      { model: "m", promptTokens: 16, completionTokens: 2 },
    ],
    [
      "an MCP result",
      { content: [], _meta: { model: "m", usage: { input_tokens: 3, output_tokens: 4 } } },
      { model: "m", promptTokens: 3, completionTokens: 4 },
    ],
    [
      "counts without a model",
      { usage: { prompt_tokens: 1, completion_tokens: 2 } },
      { model: null, promptTokens: 1, completionTokens: 2 },
    ],
    ["one count only", { usage: { prompt_tokens: 1 } }, null],
    ["negative counts", { usage: { prompt_tokens: -1, completion_tokens: 2 } }, null],
    ["counts as text", { usage: { prompt_tokens: "1", completion_tokens: "2" } }, null],
    ["absurd counts", { usage: { prompt_tokens: 1e300, completion_tokens: 2 } }, null],
    ["inherited counts", Object.create(ANSWER), null],
    ["a list", [ANSWER], null],
    ["text", "usage", null],
    ["nothing", null, null],
  ])("of %s are read as they are", (_what, answer, expected) => {
    expect(usageFromAnswer(answer)).toEqual(expected);
  });

  it("an answer of any shape is priced or not, never an error", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (usage, meta) => {
        const counted = usageFromAnswer({ model: "m", usage, _meta: meta });
        const { amountNanoUsd } = priceCall({ counted, rates: RATES });
        expect(amountNanoUsd >= 0n).toBe(true);
      }),
    );
  });
});

describe("the reservation of a call", () => {
  it("is the tool's maximum, else its price, else the caller's usage, else the recent highest", () => {
    const call = { usage: USAGE, recentHighestNanoUsd: 7n, rates: RATES };
    expect(reservationOf({ ...call, tool: { priceNanoUsd: 5n, maxCostNanoUsd: 9n } })).toEqual({
      amountNanoUsd: 9n,
      basis: "tool_max_cost",
      isDeclaredMaximum: true,
      declaredNanoUsd: 1_010_000n,
    });
    expect(reservationOf({ ...call, tool: { priceNanoUsd: 5n } })).toEqual({
      amountNanoUsd: 5n,
      basis: "tool_price",
      isDeclaredMaximum: true,
      declaredNanoUsd: 1_010_000n,
    });
    expect(reservationOf(call)).toEqual({
      amountNanoUsd: 1_010_000n,
      basis: "caller_usage",
      isDeclaredMaximum: false,
      declaredNanoUsd: 1_010_000n,
    });
    expect(reservationOf({ ...call, usage: null })).toEqual({
      amountNanoUsd: 7n,
      basis: "recent_highest",
      isDeclaredMaximum: false,
      declaredNanoUsd: null,
    });
    expect(reservationOf({ rates: RATES })).toEqual({
      amountNanoUsd: 0n,
      basis: "none",
      isDeclaredMaximum: false,
      declaredNanoUsd: null,
    });
    const expensive = { priceNanoUsd: 5n, maxCostNanoUsd: 2_000_000n };
    expect(reservationOf({ ...call, tool: expensive }).declaredNanoUsd).toBe(2_000_000n);
    expect(reservationOf({ rates: RATES, tool: { priceNanoUsd: 5n } }).declaredNanoUsd).toBe(5n);
  });
});

describe("token counts that cannot be taken", () => {
  it.each<[string, unknown]>([
    ["more than a thousand million", { prompt_tokens: MAX_TOKENS + 1, completion_tokens: 1 }],
    ["a fraction", { prompt_tokens: 1.5, completion_tokens: 1 }],
    ["less than nothing", { input_tokens: -1, output_tokens: 1 }],
    ["a text", { input_tokens: "12", output_tokens: 1 }],
    ["one without the other", { prompt_tokens: 12 }],
  ])("are told: %s, beside the answer or in an MCP result's _meta", (_, usage) => {
    for (const answer of [{ usage }, { content: [], _meta: { usage } }]) {
      expect(usageFromAnswer(answer)).toBeNull();
      expect(hasUnreadableUsage(answer)).toBe(true);
    }
  });

  it.each([[ANSWER], [{ usage: { total: "a lot" } }], [{ usage: "see the manual" }], [{ rows: [] }], ["text"], [null]])(
    "are none of %j",
    (answer) => {
      expect(hasUnreadableUsage(answer)).toBe(false);
    },
  );
});
