/**
 * Instants as text. All of them UTC, all of them of one fixed width, so that text order is time order. Reads no clock itself.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export type ClockErrorCode = "invalid_instant";

/** A number of milliseconds that is no instant of the years 0 to 9999. */
export class ClockError extends Error {
  override readonly name = "ClockError";
  readonly code: ClockErrorCode = "invalid_instant";
}

/** `YYYY-MM-DDTHH:MM:SS.mmmZ` of epoch milliseconds. Throws {@link ClockError} outside the years 0 to 9999. */
export function formatInstant(epochMs: number): string {
  if (!Number.isInteger(epochMs) || epochMs < FIRST_MS || epochMs > LAST_MS) {
    throw new ClockError("an instant is a whole number of milliseconds within the years 0 to 9999");
  }
  return new Date(epochMs).toISOString();
}

/** `YYYY-MM-DD` of epoch milliseconds, in UTC. */
export function utcDay(epochMs: number): string {
  const number = Math.floor(epochMs / DAY_MS);
  if (number !== latestDay.number || !Number.isInteger(epochMs))
    latestDay = { number, text: formatInstant(epochMs).slice(0, 10) };
  return latestDay.text;
}

/** `YYYY-MM` of epoch milliseconds, in UTC. */
export function utcMonth(epochMs: number): string {
  return utcDay(epochMs).slice(0, 7);
}

/**
 * A rate may be so low that no calendar has the day of its next token. Nobody is told to wait longer than this: a year, in
 * milliseconds.
 */
export const LONGEST_WAIT_MS = 365 * DAY_MS;

const FIRST_MS = Date.parse("0000-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");
/** Nearly every day that is asked for is today; its text is made once. */
let latestDay = { number: 0, text: "1970-01-01" };
