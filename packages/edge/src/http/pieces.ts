// Bytes that come in pieces, cut by whoever sends them. A piece takes some two hundred bytes beside its own and holds all that was read
// with it: sixteen mebibytes, sent byte by byte, would take gigabytes.

/** Whole answers of 16 MiB come in fewer, as sockets cut them: those are copied once, at the end. */
const MAX_LOOSE = 256;

/** Bytes in the order in which they came, in memory of about their number. */
export class Pieces {
  readonly #joined: Buffer[] = [];
  #loose: Uint8Array[] = [];
  #bytes = 0;

  /** How many bytes there are. */
  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Uint8Array): void {
    this.#bytes += piece.length;
    this.#loose.push(piece);
    if (this.#loose.length < MAX_LOOSE) return;
    this.#joined.push(Buffer.concat(this.#loose));
    this.#loose = [];
  }

  /** All of them as one. */
  whole(): Buffer {
    const [only = new Uint8Array(), ...more] = [...this.#joined, ...this.#loose];
    if (more.length === 0) return Buffer.from(only.buffer, only.byteOffset, only.length);
    return Buffer.concat([only, ...more], this.#bytes);
  }
}
