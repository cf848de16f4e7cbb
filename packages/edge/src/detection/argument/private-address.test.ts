import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPrivateAddress } from "../../upstream-http/address-guard.js";
import { findPrivateAddresses } from "./private-address.js";

const rulesOf = (host: string) => findPrivateAddresses(`http://${host}/x`, "url").map(({ rule }) => rule);
const hexOf = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Where IPv6 carries an IPv4 address: what stands before it, and what behind. */
const CARRIERS: Readonly<Record<string, readonly [before: readonly string[], after: number]>> = {
  compatible: [["0", "0", "0", "0", "0", "0"], 0],
  mapped: [["0", "0", "0", "0", "0", "ffff"], 0],
  translated: [["0", "0", "0", "0", "ffff", "0"], 0],
  "of NAT64": [["64", "ff9b", "0", "0", "0", "0"], 0],
  "of a local NAT64": [["64", "ff9b", "1", "0", "0", "0"], 0],
  "of 6to4": [["2002"], 5],
};

/** One of the ways in which a parser takes the same eight groups. */
interface Spelling {
  readonly isPadded: boolean;
  readonly isUpper: boolean;
  readonly isDotted: boolean;
  readonly isShortened: boolean;
}

function spell(groups: readonly string[], bytes: readonly number[], after: number, spelling: Spelling): string {
  const padded = groups.map((group) => (spelling.isPadded ? group.padStart(4, "0") : group.replace(/^0+(?=.)/, "")));
  if (spelling.isDotted && after === 0) padded.splice(-2, 2, bytes.join("."));
  const written = padded.join(":");
  const isZero = (group: string) => /^0+$/.test(group);
  const from = padded.findIndex((group, at) => isZero(group) && isZero(padded[at + 1] ?? ""));
  let to = from;
  while (isZero(padded[to] ?? "")) to++;
  const short = from < 0 ? written : `${padded.slice(0, from).join(":")}::${padded.slice(to).join(":")}`;
  const text = spelling.isShortened ? short : written;
  return `[${spelling.isUpper ? text.toUpperCase() : text}]`;
}

describe("an IPv4 address that IPv6 carries", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const inner = fc.oneof(
    fc.tuple(fc.constant(127), byte, byte, byte),
    fc.tuple(fc.constant(10), byte, byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.constant([169, 254, 169, 254] as const),
    fc.constant([8, 8, 8, 8] as const),
  );
  const spelling = fc.record({
    isPadded: fc.boolean(),
    isUpper: fc.boolean(),
    isDotted: fc.boolean(),
    isShortened: fc.boolean(),
  });

  it.each(Object.entries(CARRIERS))(
    "%s, is found in every spelling like the address itself, and is not reached",
    (_, carrier) => {
      const [before, after] = carrier;
      fc.assert(
        fc.property(inner, spelling, (bytes, how) => {
          const groups = [
            ...before,
            hexOf(bytes.slice(0, 2)),
            hexOf(bytes.slice(2)),
            ...Array<string>(after).fill("0"),
          ];
          const host = spell(groups, bytes, after, how);
          const own = rulesOf(bytes.join("."));
          expect(rulesOf(host), host).toEqual(own);
          if (own.length > 0) expect(isPrivateAddress(host), host).toBe(true);
        }),
      );
    },
  );
});

it.each([
  ["[::]", "loopback"],
  ["[0:0:0:0:0:0:0:0]", "loopback"],
  ["[0000::0001]", "loopback"],
  ["[fd00:0ec2:0:0:0:0:0:254]", "metadata"],
  ["[fe80::1%25eth0]", "private"],
  ["[fec0::1]", "private"],
  ["[2606:4700::1111]", undefined],
  ["[1:2:3:4:5:6:7:8:9]", undefined],
  ["[::1::]", undefined],
])("%s is %s", (host, rule) => {
  expect(rulesOf(host)).toEqual(rule === undefined ? [] : [rule]);
});
