// Whom an address stands for. Who has an IPv6 address has a network of them, 2^64 at the least: counted one by one, nobody who guesses
// would ever be blocked.

import { isIPv6 } from "node:net";

const GROUPS = 8;
/** Groups of the smallest network that one customer is given. */
const NETWORK_GROUPS = 4;

/** The /64 network of an IPv6 address; an IPv4 address, also one that is written as IPv6, as itself; any other text as it is. */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, "");
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight groups of an address in any of its spellings; the URL standard's has hexadecimal groups alone. */
function groupsOf(address: string): number[] {
  const parts = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const [left = [], right = []] = parts.map((part) => (part === "" ? [] : part.split(":")));
  const gap = Array<string>(GROUPS - left.length - right.length).fill("0");
  return [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16));
}
