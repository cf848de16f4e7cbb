// Which addresses a tool's URL may reach. The check runs on the addresses that the connection is made to, after the name
// was resolved, so that a name cannot change its mind in between.
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP } from "node:net";

/** `private` lets loopback and private networks through too, for tools on the same machine or network. */
export type AddressRule = "public" | "private";

// Apart from each other: a list takes an IPv4 address for its mapped IPv6 form, and all mapped forms are blocked.
const blocked4 = new BlockList();
const blocked6 = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // A cloud's own service for its machines, with their secrets, although the network is nobody's own.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  blocked4.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["100:0:0:1::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  blocked6.addSubnet(network, prefix, "ipv6");
}
const nat64 = new BlockList();
nat64.addSubnet("64:ff9b::", 96, "ipv6");

/** Whether an IP address is not a public one: loopback, private, link-local (cloud metadata), mapped, translated, reserved. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const family = isIP(bare);
  if (family === 0) return true;
  if (family === 4) return blocked4.check(bare, "ipv4");
  return blocked6.check(bare, "ipv6") || (nat64.check(bare, "ipv6") && blocked4.check(lastFourBytes(bare), "ipv4"));
}

/** A lookup that refuses names with any private address; gives what `net.connect` asks for. */
export function guardedLookup(
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      callback(error, []);
      return;
    }
    const first = addresses[0];
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(Object.assign(new Error("the name resolves to a private address"), { code: "EPRIVATE" }), []);
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}

/** NAT64 carries an IPv4 address in its last 32 bits. */
function lastFourBytes(address: string): string {
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (dotted?.[1] !== undefined) return dotted[1];
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::").at(-1)?.split(":").slice(-2) ?? [];
  const [high = 0, low = 0] = groups.length < 2 ? [0, ...groups.map(hex)] : groups.map(hex);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const hex = (group: string): number => Number.parseInt(group || "0", 16);
