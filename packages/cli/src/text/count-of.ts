// How many of something, in words.

/** `1 call`, `2 calls`. */
export function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
