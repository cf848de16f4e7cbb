// What gzip and zlib pack (RFC 1950 to 1952), unpacked up to a length: an attack packed and written as base64 reads as an image would.
// Checksums are not looked at, since whoever unpacks it may not, either.

/** Lengths and distances of repeats: what each code adds to, and how many bits it reads. */
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST_CODE = 15;
const END_OF_BLOCK = 256;
const LONGEST_LENGTH = 28;

const lengthBits = (code: number): number => (code < 8 || code === LONGEST_LENGTH ? 0 : (code >> 2) - 1);
const distanceBits = (code: number): number => (code < 4 ? 0 : (code >> 1) - 1);

/** Codes by their lengths: how many there are of each, and what they stand for in order. */
interface Codes {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

/** Where the data of a packed stream begin, -1 where its first bytes are those of no such stream. */
export function startOfPacked(bytes: Uint8Array, count: number): number {
  const [first = 0, second = 0] = bytes;
  if (count > 18 && first === 0x1f && second === 0x8b && bytes[2] === 8) return endOfGzipHeader(bytes, count);
  return count > 8 && first === 0x78 && ((first << 8) | second) % 31 === 0 && (second & 0x20) === 0 ? 2 : -1;
}

function endOfGzipHeader(bytes: Uint8Array, count: number): number {
  const flags = bytes[3] as number;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + ((bytes[at] as number) | ((bytes[at + 1] as number) << 8));
  // The name of the file and a comment end with a zero each.
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    while (at < count && bytes[at] !== 0) at += 1;
    at += 1;
  }
  return at + ((flags & 2) !== 0 ? 2 : 0);
}

/** The first bytes of what is packed from `start` on, at most `most`; undefined where the stream is broken. */
export function inflate(bytes: Uint8Array, start: number, count: number, most: number): Uint8Array | undefined {
  return new Inflater(bytes, start, count, most).inflate();
}

class Inflater {
  private readonly out: Uint8Array;
  private size = 0;
  private held = 0;
  private bits = 0;
  private isBroken = false;

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
    private readonly count: number,
    most: number,
  ) {
    this.out = new Uint8Array(most);
  }

  inflate(): Uint8Array | undefined {
    for (let isLast = false; !isLast && !this.isBroken && this.size < this.out.length; ) {
      isLast = this.read(1) === 1;
      const kind = this.read(2);
      if (kind === 0) this.copyStored();
      else if (kind === 1) this.readBlock(FIXED_LENGTHS, FIXED_DISTANCES);
      else if (kind === 2) this.readDynamic();
      else this.isBroken = true;
    }
    return this.isBroken ? undefined : this.out.subarray(0, this.size);
  }

  private read(bits: number): number {
    while (this.bits < bits) {
      if (this.at >= this.count) {
        this.isBroken = true;
        return 0;
      }
      this.held |= (this.bytes[this.at] as number) << this.bits;
      this.at += 1;
      this.bits += 8;
    }
    const value = this.held & ((1 << bits) - 1);
    this.held >>>= bits;
    this.bits -= bits;
    return value;
  }

  private copyStored(): void {
    this.held = 0;
    this.bits = 0;
    const size = this.read(16);
    if (((this.read(16) ^ 0xffff) & 0xffff) !== size || this.at + size > this.count) this.isBroken = true;
    for (let index = 0; index < size && !this.isBroken && this.size < this.out.length; index += 1)
      this.out[this.size++] = this.bytes[this.at++] as number;
  }

  private readSymbol({ counts, symbols }: Codes): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= LONGEST_CODE && !this.isBroken; length += 1) {
      code |= this.read(1);
      const count = counts[length] as number;
      if (code - count < first) return symbols[index + code - first] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    this.isBroken = true;
    return END_OF_BLOCK;
  }

  private readBlock(lengths: Codes, distances: Codes): void {
    while (!this.isBroken && this.size < this.out.length) {
      const symbol = this.readSymbol(lengths);
      if (symbol === END_OF_BLOCK) return;
      if (symbol < END_OF_BLOCK) {
        this.out[this.size++] = symbol;
        continue;
      }
      const code = symbol - END_OF_BLOCK - 1;
      const length = (LENGTHS[code] ?? 0) + this.read(lengthBits(code));
      const from = this.readSymbol(distances);
      const distance = (DISTANCES[from] ?? 0) + this.read(distanceBits(from));
      if (length < 3 || distance < 1 || distance > this.size) {
        this.isBroken = true;
        return;
      }
      for (let index = 0; index < length && this.size < this.out.length; index += 1, this.size += 1)
        this.out[this.size] = this.out[this.size - distance] as number;
    }
  }

  private readDynamic(): void {
    const lengthCount = this.read(5) + END_OF_BLOCK + 1;
    const distanceCount = this.read(5) + 1;
    const orderCount = this.read(4) + 4;
    const sizes = new Uint8Array(19);
    for (let index = 0; index < orderCount; index += 1) sizes[LENGTH_ORDER[index] as number] = this.read(3);
    const codes = codesOf(sizes);
    const all = new Uint8Array(lengthCount + distanceCount);
    for (let index = 0; index < all.length && !this.isBroken; ) {
      const symbol = this.readSymbol(codes);
      if (symbol < 16) {
        all[index++] = symbol;
        continue;
      }
      const repeated = symbol === 16 ? (all[index - 1] ?? 0) : 0;
      const times = symbol === 16 ? 3 + this.read(2) : symbol === 17 ? 3 + this.read(3) : 11 + this.read(7);
      if (index + times > all.length) this.isBroken = true;
      else all.fill(repeated, index, index + times);
      index += times;
    }
    if (!this.isBroken) this.readBlock(codesOf(all.subarray(0, lengthCount)), codesOf(all.subarray(lengthCount)));
  }
}

function codesOf(sizes: Uint8Array): Codes {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (const size of sizes) counts[size] = (counts[size] as number) + 1;
  counts[0] = 0;
  const places = new Uint16Array(LONGEST_CODE + 2);
  for (let size = 1; size <= LONGEST_CODE; size += 1)
    places[size + 1] = (places[size] as number) + (counts[size] as number);
  const symbols = new Uint16Array(sizes.length);
  sizes.forEach((size, symbol) => {
    if (size === 0) return;
    symbols[places[size] as number] = symbol;
    places[size] = (places[size] as number) + 1;
  });
  return { counts, symbols };
}

const FIXED_LENGTHS = codesOf(
  Uint8Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
);
const FIXED_DISTANCES = codesOf(new Uint8Array(30).fill(5));
