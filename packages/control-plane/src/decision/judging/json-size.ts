// How large a JSON value is, without writing it out: for values of callers that are to be hashed or kept.

/** Whether the value's text, keys and items come to at most `limit`; stops looking as soon as they do not. */
export function isJsonWithin(value: unknown, limit: number): boolean {
  let left = limit;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    left -= typeof item === "string" ? item.length + 2 : typeof item === "bigint" ? String(item).length : 8;
    if (left < 0) return false;
    if (typeof item !== "object" || item === null) continue;
    if (Array.isArray(item)) {
      if (item.length > left) return false;
      for (const inner of item) open.push(inner);
      continue;
    }
    for (const [key, inner] of Object.entries(item)) {
      left -= key.length + 2;
      if (left < 0) return false;
      open.push(inner);
    }
  }
  return true;
}
