// Hexadecimal digits and their values.

/** Value of each ASCII character as a hexadecimal digit, -1 when it is none. */
export const HEX_VALUE = new Int8Array(128).fill(-1);
[..."0123456789abcdef"].forEach((sign, value) => {
  HEX_VALUE[sign.charCodeAt(0)] = value;
  HEX_VALUE[sign.toUpperCase().charCodeAt(0)] = value;
});

export function isHex(code: number): boolean {
  return code < 128 && (HEX_VALUE[code] as number) >= 0;
}
