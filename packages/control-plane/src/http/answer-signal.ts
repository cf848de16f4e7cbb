// The signal of one answer.

import type { ServerResponse } from "node:http";

/**
 * Aborts when the answer has ended, and when `closing` does. `AbortSignal.any` would leave something behind in `closing` for each
 * request, until the process ends.
 */
export function signalOf(answer: ServerResponse, closing: AbortSignal | undefined): AbortSignal {
  const over = new AbortController();
  const end = () => over.abort();
  answer.once("close", end);
  if (closing?.aborted) end();
  closing?.addEventListener("abort", end, { signal: over.signal });
  return over.signal;
}
