/**
 * Money as whole nano-dollars in a bigint, within 64 bits. Text is plain decimal with at most nine places. No float ever
 * takes part: a JSON number is read by its shortest decimal text.
 */

export type MoneyErrorCode = "not_decimal" | "too_precise" | "out_of_range" | "invalid_rate" | "invalid_token_count";

/** An amount, rate or count that money cannot be computed from. */
export class MoneyError extends Error {
  override readonly name = "MoneyError";
  constructor(
    readonly code: MoneyErrorCode,
    message: string,
  ) {
    super(message);
  }
}

export const NANO_PER_USD = 1_000_000_000n;
/** The largest amount: a signed 64-bit column holds it, and its negative. */
export const MAX_NANO_USD = 2n ** 63n - 1n;

/**
 * Nano-dollars of a plain decimal text (`"12.5"`, `"-0.000000001"`) or a number. Throws {@link MoneyError} `not_decimal`,
 * `too_precise` (more than nine places, such as the number 0.1 + 0.2) or `out_of_range`.
 */
export function parseUsd(value: string | number): bigint {
  const text = typeof value === "number" ? writeNumber(value) : value;
  const match = typeof text === "string" && text.length <= 64 ? DECIMAL.exec(text) : null;
  if (match === null) {
    throw new MoneyError("not_decimal", 'an amount is a plain decimal number of dollars, such as "0.25"');
  }
  const [, sign, whole = "", fraction = ""] = match;
  if (fraction.length > 9) throw new MoneyError("too_precise", "an amount has at most nine decimal places");
  const magnitude = BigInt(whole) * NANO_PER_USD + BigInt(fraction.padEnd(9, "0"));
  return requireRange(sign === "-" ? -magnitude : magnitude);
}

/** The shortest plain decimal text of nano-dollars: `"0"`, `"0.25"`, `"-1"`. */
export function formatUsd(amountNanoUsd: bigint): string {
  const magnitude = amountNanoUsd < 0n ? -amountNanoUsd : amountNanoUsd;
  const fraction = (magnitude % NANO_PER_USD).toString().padStart(9, "0").replace(/0+$/, "");
  const text = `${magnitude / NANO_PER_USD}${fraction === "" ? "" : `.${fraction}`}`;
  return amountNanoUsd < 0n ? `-${text}` : text;
}

/** The same of an amount that may be absent: no cap, no price. */
export function formatUsdOrNull(amountNanoUsd: bigint | null): string | null {
  return amountNanoUsd === null ? null : formatUsd(amountNanoUsd);
}

/** Token counts of one model call. */
export interface TokenCounts {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Nano-dollars per million tokens, and per call. */
export interface TokenRate {
  readonly promptPerMillion: bigint;
  readonly completionPerMillion: bigint;
  readonly perCall?: bigint;
}

/** The largest count of tokens that is believed; keeps every cost within range for every accepted rate. */
export const MAX_TOKENS = 1_000_000_000;

/** Nano-dollars of a model call, rounded once, half to even. Throws {@link MoneyError}. */
export function costOfTokens(counts: TokenCounts, rate: TokenRate): bigint {
  const scaled =
    requireCount(counts.promptTokens) * rate.promptPerMillion +
    requireCount(counts.completionTokens) * rate.completionPerMillion +
    (rate.perCall ?? 0n) * TOKENS_PER_MILLION;
  return requireRange(divideHalfEven(scaled, TOKENS_PER_MILLION));
}

/** Whether a value can be a count of tokens: a whole number from 0 to {@link MAX_TOKENS}. */
export function isTokenCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS;
}

const TOKENS_PER_MILLION = 1_000_000n;
const DECIMAL = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

function requireCount(value: number): bigint {
  if (!isTokenCount(value)) {
    throw new MoneyError("invalid_token_count", `a count of tokens is a whole number from 0 to ${MAX_TOKENS}`);
  }
  return BigInt(value);
}

function requireRange(amountNanoUsd: bigint): bigint {
  if (amountNanoUsd > MAX_NANO_USD || amountNanoUsd < -MAX_NANO_USD) {
    throw new MoneyError("out_of_range", `an amount is at most ${formatUsd(MAX_NANO_USD)} dollars`);
  }
  return amountNanoUsd;
}

/** For a non-negative numerator and a positive, even divisor. */
function divideHalfEven(numerator: bigint, divisor: bigint): bigint {
  const quotient = numerator / divisor;
  const twice = (numerator % divisor) * 2n;
  if (twice > divisor || (twice === divisor && quotient % 2n === 1n)) return quotient + 1n;
  return quotient;
}

/** The shortest decimal text of a number without an exponent; what has more than nine places is refused by its length. */
function writeNumber(value: number): string {
  const text = String(value);
  const match = /^(-?)([0-9])(?:\.([0-9]+))?e-([0-9]+)$/.exec(text);
  if (match === null) return text;
  const [, sign, first, rest = "", exponent] = match;
  return Number(exponent) > 20 ? `${sign}0.0000000000` : `${sign}0.${"0".repeat(Number(exponent) - 1)}${first}${rest}`;
}
