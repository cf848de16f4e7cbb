/** Waiting for what a test expects to happen, with a deadline, instead of sleeping and hoping. */

export interface WaitOptions {
  /** What is waited for; the message of a failure. */
  readonly what: string;
  readonly withinMs?: number;
  readonly everyMs?: number;
}

/**
 * Polls until `condition` gives something truthy, and gives that. An error thrown by the condition ends the wait at once.
 * Throws after `withinMs`: a minute unless set, a guard against a hang and no measure of speed.
 */
export async function waitFor<T>(
  condition: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  { what, withinMs = 60_000, everyMs = 25 }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await condition();
    if (found !== undefined && found !== null && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
