// Many requests, several at a time: one after the other, two thousand tools would take minutes.

const AT_ONCE = 16;

/** What the work makes of each item, in the items' order. After a failure none is begun; it is thrown when those under way have ended. */
export async function mapAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  let hasFailed = false;
  const workThrough = async () => {
    for (const [index, item] of waiting) {
      if (hasFailed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, workThrough));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return results;
}
