// What Cedar says of numbers assumes that one knows its two kinds, and whoever writes a first rule does not.

const KINDS =
  'Cedar has whole numbers (Long), compared as in `> 5`, and decimals, as in `.greaterThan(decimal("0.5"))`; of a tool\'s schema `integer` is the first and `number` the second.';

/** How numbers are written, where a fault is about one kind in place of the other; null for other faults. */
export function hintOfNumbers(message: string, text: string): string | null {
  const areMixed = /\bLong\b/.test(message) && /\bdecimal\b/.test(message);
  const isBareFraction = /^unexpected token `\d+`$/.test(message) && /\d\.\d/.test(text);
  return areMixed || isBareFraction ? KINDS : null;
}
