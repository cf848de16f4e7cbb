// Numbers as text that a module can hold, as the mappings of source maps write them: digits of base64, of which each has five bits
// of a number, the lowest first, and one that tells whether more follow. Small numbers are one digit.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BITS = 5;
const MORE = 1 << BITS;
const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value += 1) VALUES[DIGITS.charCodeAt(value)] = value;

/** Writes numbers of 32 bits, with a sign or without. */
export class NumberWriter {
  private readonly digits: string[] = [];

  add(number: number): void {
    let left = number >>> 0;
    for (; left >= MORE; left >>>= BITS) this.digits.push(DIGITS.charAt(MORE | (left & (MORE - 1))));
    this.digits.push(DIGITS.charAt(left));
  }

  text(): string {
    return this.digits.join("");
  }
}

/** Reads them in the order in which they were written. */
export class NumberReader {
  private at = 0;

  constructor(private readonly text: string) {}

  /** The next number, as one of 32 bits with a sign. */
  next(): number {
    let number = 0;
    for (let shift = 0; ; shift += BITS) {
      const value = VALUES[this.text.charCodeAt(this.at)] as number;
      this.at += 1;
      number |= (value & (MORE - 1)) << shift;
      if (value < MORE) return number;
    }
  }
}
