/**
 * Work under a signal that follows the others, and does so only while the work lasts: what is left at a signal that lives longer adds
 * up, and some who are given one act on it also when their work is long done.
 */
export async function withSignal<T>(
  followed: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const follow = () => controller.abort(followed.find(({ aborted }) => aborted)?.reason);
  for (const signal of followed) signal.addEventListener("abort", follow, { once: true });
  if (followed.some(({ aborted }) => aborted)) follow();
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of followed) signal.removeEventListener("abort", follow);
  }
}
