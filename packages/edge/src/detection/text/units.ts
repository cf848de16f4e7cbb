// The units of a text where they are changed one for one, and a text of them again: to join as many signs is dearer.

/** Where texts of usual length are changed: memory outside the heap is dear to get and to give back. */
const sharedUnits = new Uint16Array(0x10000);

/** Room for the units of a text, to be read before the next one is asked for. */
export function unitsFor(length: number): Uint16Array {
  return length > sharedUnits.length ? new Uint16Array(length) : sharedUnits.subarray(0, length);
}

export function textOfUnits(units: Uint16Array): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString("utf16le");
}
