// Times as people type them: how long ago, or an instant.

import { usageError } from "../exit-codes.js";

export const TIME_WORDS = "30m, 24h or 7d ago, or an instant of ISO 8601";

const MS_OF = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** A day, which begins in UTC, or an instant with its zone: without one nobody knows whose clock is meant. */
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/i;

/** The instant that the text of an option names. Throws a usage error that names the option. */
export function readTime(option: string, text: string, nowMs: number): string {
  const span = /^([1-9][0-9]{0,4})([mhd])$/.exec(text);
  if (span !== null) return new Date(nowMs - Number(span[1]) * MS_OF[span[2] as keyof typeof MS_OF]).toISOString();
  const atMs = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(atMs)) return new Date(atMs).toISOString();
  throw usageError(`${option} does not name a time: ${text}`, `${option} 24h, or an instant: 2026-01-31T09:30:00Z`);
}
