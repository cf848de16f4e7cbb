// Sets of the truth values of SQL, as bits, and what AND, OR, XOR and NOT make of them. They know no expressions.

export const TRUE = 1;
export const FALSE = 2;
export const NULL = 4;

export function notOf(truths: number): number {
  return (truths & NULL) | ((truths & TRUE) !== 0 ? FALSE : 0) | ((truths & FALSE) !== 0 ? TRUE : 0);
}

/** What comes of every pair of values that two sets allow. */
export function joinTruths(kind: "and" | "or" | "xor", one: number, other: number): number {
  let sum = 0;
  for (let first = TRUE; first <= NULL; first <<= 1) {
    if ((one & first) === 0) continue;
    for (let second = TRUE; second <= NULL; second <<= 1) if ((other & second) !== 0) sum |= join(kind, first, second);
  }
  return sum;
}

function join(kind: "and" | "or" | "xor", one: number, other: number): number {
  if (kind === "and" && (one === FALSE || other === FALSE)) return FALSE;
  if (kind === "or" && (one === TRUE || other === TRUE)) return TRUE;
  if (one === NULL || other === NULL) return NULL;
  if (kind === "xor") return one === other ? FALSE : TRUE;
  return kind === "and" ? TRUE : FALSE;
}
