// How integers leave the database: columns that end in `_nano` as bigint, every other one as number. A sum of nano-dollars
// must therefore be named `…_nano` too. Floats stay what they are. And how amounts enter it in JSON.

/** Whether a result column holds nano-dollars. */
export function isNanoColumn(name: string): boolean {
  return name.endsWith("_nano");
}

/** For JSON.stringify: amounts as texts, which columns of amounts take as they are. */
export function amountAsText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** What a 64-bit integer in a column that is no amount becomes; refuses one that a number cannot hold. */
export function toSafeNumber(column: string, value: bigint | string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) && (typeof value === "bigint" || !value.includes("."))) {
    throw new Error(`The integer in column ${column} is too large for a number; name the column …_nano.`);
  }
  return number;
}
