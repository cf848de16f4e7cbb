import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkOf } from "./client-network.js";

const hex = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const written = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(":");

describe("the network of a client", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::6", "2001:db8:1:2::/64"],
    ["2001:db8::1:2", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));

  it("is one for all addresses of an IPv6 network, and another for those of its neighbour", () => {
    fc.assert(
      fc.property(hex, hex, fc.integer({ min: 0, max: 3 }), (one, two, at) => {
        fc.pre(one.slice(0, 4).some((group) => group !== 0));
        const network = one.slice(0, 4);
        expect(networkOf(written([...network, ...two.slice(4)]))).toBe(networkOf(written(one)));
        const neighbour = network.map((group, index) => (index === at ? group ^ 1 : group));
        expect(networkOf(written([...neighbour, ...one.slice(4)]))).not.toBe(networkOf(written(one)));
      }),
    );
  });
});
