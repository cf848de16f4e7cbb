/** Closes what was opened, in the opposite order. One that fails keeps none of the others open. */
export async function closeAll(opened: readonly (() => unknown)[]): Promise<void> {
  for (const close of opened.toReversed()) {
    await Promise.resolve()
      .then(close)
      .catch(() => undefined);
  }
}
