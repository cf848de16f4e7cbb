// HMAC-SHA-256 in plain arithmetic, because this folder imports nothing and the tokens of a policy must be the same in
// every place that it runs. Not for signatures: those are made with the runtime's own cryptography.

const K = new Uint32Array(64);
const INITIAL = new Uint32Array(8);

function fillConstants(): void {
  let prime = 2;
  for (let count = 0; count < 64; prime += 1) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= prime; factor += 1) if (prime % factor === 0) isPrime = false;
    if (!isPrime) continue;
    if (count < 8) INITIAL[count] = fraction(prime ** 0.5);
    K[count] = fraction(Math.cbrt(prime));
    count += 1;
  }
}

function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

fillConstants();

function sha256(bytes: Uint8Array): Uint8Array {
  const size = (((bytes.length + 8) >> 6) + 1) << 6;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(size - 4, (bytes.length * 8) >>> 0);
  const state = Uint32Array.from(INITIAL);
  const w = new Uint32Array(64);
  for (let block = 0; block < size; block += 64) {
    for (let at = 0; at < 16; at += 1) w[at] = view.getUint32(block + at * 4);
    for (let at = 16; at < 64; at += 1) {
      const a = w[at - 15] as number;
      const b = w[at - 2] as number;
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      w[at] = ((w[at - 16] as number) + s0 + (w[at - 7] as number) + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let at = 0; at < 64; at += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[at] as number) + (w[at] as number)) | 0;
      const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, index) => {
      state[index] = ((state[index] as number) + value) | 0;
    });
  }
  const out = new Uint8Array(32);
  const outView = new DataView(out.buffer);
  state.forEach((value, index) => {
    outView.setUint32(index * 4, value);
  });
  return out;
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

/** UTF-8 bytes; a lone surrogate becomes U+FFFD. */
function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const sign of text) {
    let point = sign.codePointAt(0) as number;
    if (point >= 0xd800 && point <= 0xdfff) point = 0xfffd;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  }
  return Uint8Array.from(bytes);
}

/** HMAC-SHA-256 of a text under a key, both as UTF-8. */
export function keyedHash(key: string, text: string): Uint8Array {
  const block = new Uint8Array(64);
  const keyBytes = utf8(key);
  block.set(keyBytes.length > 64 ? sha256(keyBytes) : keyBytes);
  const message = utf8(text);
  const inner = new Uint8Array(64 + message.length);
  inner.set(block.map((byte) => byte ^ 0x36));
  inner.set(message, 64);
  const outer = new Uint8Array(96);
  outer.set(block.map((byte) => byte ^ 0x5c));
  outer.set(sha256(inner), 64);
  return sha256(outer);
}
