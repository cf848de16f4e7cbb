/**
 * What a call costs and what is set aside for it beforehand. One fixed order of sources, no guessing: the answer's own token
 * counts, the caller's usage, the tool's price, nothing. Reads answers of unknown shape; never throws on one.
 */
import { costOfTokens, isTokenCount, MoneyError, parseUsd, type TokenCounts, type TokenRate } from "./money.js";

/** A model's rate as decimal strings of dollars. */
export interface ModelRate {
  readonly prompt_usd_per_million: string;
  readonly completion_usd_per_million: string;
  readonly call_usd?: string;
}

/** Rates by model; `default` prices models that are not listed. `revision` stands in every priced row. */
export interface RateTable {
  readonly revision: string;
  readonly rates: Readonly<Record<string, ModelRate>>;
  readonly default: ModelRate;
}

/** Token counts with the model that they are of, when it is known. */
export interface ModelUsage extends TokenCounts {
  readonly model: string | null;
}

/** What a tool's registration says about money, in nano-dollars. */
export interface ToolPrice {
  readonly priceNanoUsd?: bigint;
  readonly maxCostNanoUsd?: bigint;
}

export type PriceBasis = "answer_tokens" | "caller_usage" | "tool_price" | "none";
export type PriceFlag = "unknown_model_rate";

/** A price with where it comes from. Token counts and model are there for the two bases that have them. */
export interface CallPrice {
  readonly amountNanoUsd: bigint;
  readonly basis: PriceBasis;
  readonly model: string | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly rateRevision: string;
  readonly flags: readonly PriceFlag[];
}

/** The price of a call that was dispatched. `counted` is what the tool's answer states. */
export function priceCall(call: {
  readonly counted: ModelUsage | null;
  readonly usage?: ModelUsage | null;
  readonly tool?: ToolPrice | null;
  readonly rates: RateTable;
}): CallPrice {
  if (call.counted !== null) return priceUsage(call.counted, "answer_tokens", call.rates);
  if (call.usage) return priceUsage(call.usage, "caller_usage", call.rates);
  const price = call.tool?.priceNanoUsd;
  return {
    amountNanoUsd: price ?? 0n,
    basis: price === undefined ? "none" : "tool_price",
    model: null,
    promptTokens: 0,
    completionTokens: 0,
    rateRevision: call.rates.revision,
    flags: [],
  };
}

export type ReservationBasis = "tool_max_cost" | "tool_price" | "caller_usage" | "recent_highest" | "none";

/** Money set aside before a call. `isDeclaredMaximum`: the tool's registration vouches that it is not passed. */
export interface Reservation {
  readonly amountNanoUsd: bigint;
  readonly basis: ReservationBasis;
  readonly isDeclaredMaximum: boolean;
  /** The highest cost that the tool's registration or the caller's usage declares; null where neither declares one. */
  readonly declaredNanoUsd: bigint | null;
}

/** The reservation of a call; `recentHighestNanoUsd` is the highest cost of that agent and tool in the last day. */
export function reservationOf(call: {
  readonly tool?: ToolPrice | null;
  readonly usage?: ModelUsage | null;
  readonly recentHighestNanoUsd?: bigint;
  readonly rates: RateTable;
}): Reservation {
  const { maxCostNanoUsd, priceNanoUsd } = call.tool ?? {};
  const usageNanoUsd = call.usage ? priceUsage(call.usage, "caller_usage", call.rates).amountNanoUsd : undefined;
  const declaredNanoUsd = highestOf([maxCostNanoUsd ?? priceNanoUsd, usageNanoUsd]);
  if (maxCostNanoUsd !== undefined) {
    return { amountNanoUsd: maxCostNanoUsd, basis: "tool_max_cost", isDeclaredMaximum: true, declaredNanoUsd };
  }
  if (priceNanoUsd !== undefined) {
    return { amountNanoUsd: priceNanoUsd, basis: "tool_price", isDeclaredMaximum: true, declaredNanoUsd };
  }
  if (usageNanoUsd !== undefined) {
    return { amountNanoUsd: usageNanoUsd, basis: "caller_usage", isDeclaredMaximum: false, declaredNanoUsd };
  }
  const highest = call.recentHighestNanoUsd ?? 0n;
  const basis = highest > 0n ? "recent_highest" : "none";
  return { amountNanoUsd: highest, basis, isDeclaredMaximum: false, declaredNanoUsd };
}

function highestOf(amounts: readonly (bigint | undefined)[]): bigint | null {
  return amounts.reduce<bigint | null>(
    (highest, amount) => (amount === undefined || (highest !== null && highest >= amount) ? highest : amount),
    null,
  );
}

/**
 * Token counts that a tool's answer states: `usage` with `prompt_tokens` and `completion_tokens`, or with `input_tokens` and
 * `output_tokens` (cache reads counted beside the input), or an MCP result's `_meta.usage`. Null when there are none. Tokens that a
 * model had in its cache cost what others do.
 */
export function usageFromAnswer(answer: unknown): ModelUsage | null {
  const body = asRecord(answer);
  if (body === null) return null;
  const meta = asRecord(ownMember(body, "_meta"));
  for (const holder of meta === null ? [body] : [body, meta]) {
    const counts = readCounts(asRecord(ownMember(holder, "usage")));
    if (counts !== null) return { ...counts, model: readModel(holder) ?? readModel(body) };
  }
  return null;
}

/**
 * Whether an answer states token counts that {@link usageFromAnswer} cannot take: not whole numbers up to `MAX_TOKENS`, or one
 * count without the other. The call is then priced by the next source, and somebody should know.
 */
export function hasUnreadableUsage(answer: unknown): boolean {
  const body = asRecord(answer);
  if (body === null || usageFromAnswer(body) !== null) return false;
  return [body, asRecord(ownMember(body, "_meta"))].some((holder) => {
    const usage = holder === null ? null : asRecord(ownMember(holder, "usage"));
    return usage !== null && COUNT_MEMBERS.some((name) => Object.hasOwn(usage, name));
  });
}

/** The rate of a model in nano-dollars; throws {@link MoneyError} `invalid_rate`. `isKnown` false: it is the default rate. */
export function rateOfModel(table: RateTable, model: string | null): { rate: TokenRate; isKnown: boolean } {
  const listed = model !== null && Object.hasOwn(table.rates, model) ? table.rates[model] : undefined;
  return { rate: readRate(listed ?? table.default), isKnown: listed !== undefined };
}

/** Checks every rate of a table, so that pricing with it cannot fail later; throws {@link MoneyError} `invalid_rate`. */
export function checkRateTable(table: RateTable): void {
  if (typeof table.revision !== "string" || table.revision === "") {
    throw new MoneyError("invalid_rate", "a rate table must name its revision");
  }
  for (const rate of [table.default, ...Object.values(table.rates)]) readRate(rate);
}

function priceUsage(usage: ModelUsage, basis: PriceBasis, table: RateTable): CallPrice {
  const { rate, isKnown } = rateOfModel(table, usage.model);
  return {
    amountNanoUsd: costOfTokens(usage, rate),
    basis,
    model: usage.model,
    promptTokens: usage.promptTokens,
    completionTokens: usage.completionTokens,
    rateRevision: table.revision,
    flags: isKnown ? [] : ["unknown_model_rate"],
  };
}

function readRate(rate: ModelRate): TokenRate {
  return {
    promptPerMillion: parseRate(rate.prompt_usd_per_million),
    completionPerMillion: parseRate(rate.completion_usd_per_million),
    ...(rate.call_usd === undefined ? {} : { perCall: parseRate(rate.call_usd) }),
  };
}

function parseRate(text: string): bigint {
  const amount = parseUsd(text);
  if (amount < 0n || amount > MAX_RATE_NANO_USD) {
    throw new MoneyError("invalid_rate", "a rate is from 0 to 1000000 dollars");
  }
  return amount;
}

function readCounts(usage: Record<string, unknown> | null): TokenCounts | null {
  if (usage === null) return null;
  const prompt = ownMember(usage, "prompt_tokens");
  const completion = ownMember(usage, "completion_tokens");
  if (isTokenCount(prompt) && isTokenCount(completion)) return { promptTokens: prompt, completionTokens: completion };
  const input = ownMember(usage, "input_tokens");
  const output = ownMember(usage, "output_tokens");
  if (!isTokenCount(input) || !isTokenCount(output)) return null;
  const cached = ["cache_read_input_tokens", "cache_creation_input_tokens"].map((name) =>
    countOrZero(ownMember(usage, name)),
  );
  const total = cached.reduce((sum, count) => sum + count, input);
  return isTokenCount(total) ? { promptTokens: total, completionTokens: output } : null;
}

function countOrZero(value: unknown): number {
  return isTokenCount(value) ? value : 0;
}

function readModel(holder: Record<string, unknown>): string | null {
  const model = ownMember(holder, "model");
  return typeof model === "string" && MODEL_NAME.test(model) ? model : null;
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function ownMember(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

const COUNT_MEMBERS = ["prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"] as const;
/** No control characters and no lone surrogates: the name is stored, and stands in signed rows. */
const MODEL_NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
// With MAX_TOKENS of prompt and completion each, the dearest call still fits in 64 bits of nano-dollars.
const MAX_RATE_NANO_USD = 1_000_000n * 1_000_000_000n;
