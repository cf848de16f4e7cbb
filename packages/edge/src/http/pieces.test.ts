import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Pieces } from "./pieces.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of this process's memory that are held. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe("bytes that come in pieces", () => {
  it("are as they came, however they are cut", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), fc.integer({ min: 1, max: 3000 }), (bytes, length) => {
        const pieces = new Pieces();
        for (let at = 0; at < bytes.length; at += length) pieces.add(bytes.subarray(at, at + length));
        expect(pieces.bytes).toBe(bytes.length);
        expect(pieces.whole()).toEqual(Buffer.from(bytes));
      }),
    ));

  it("take memory of about their number, also when each comes alone and with what nobody reads", () => {
    const before = heldBytes();
    const pieces = new Pieces();
    const count = 128 * 1024;
    for (let at = 0; at < count; at++) pieces.add(Buffer.alloc(64, at).subarray(0, 1));
    expect(heldBytes() - before).toBeLessThan(64 * count);
    expect(pieces.bytes).toBe(count);
  });
});
