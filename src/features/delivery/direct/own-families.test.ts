import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "vitest";
import { ownFamilies } from "./own-families.ts";

test.each([
  ["no IPv6 address", [], [4]],
  ["a global address", ["2a01:db8::1"], [6, 4]],
  ["a link-local address", ["fe80::1"], [4]],
  ["a unique local address", ["fd00:dead:beef::2"], [4]],
  ["a unique local and a global address", ["fc00::1", "2a01:db8::1"], [6, 4]],
])("a machine with %s sends over these families (E24)", (_what, addresses, families) => {
  expect(ownFamilies({ mayUsePrivateAddresses: false }, { eth0: addresses.map(ipv6) })).toEqual(families);
});

test("in a private network, a unique local address reaches servers", () => {
  const interfaces = { eth0: [ipv6("fd00::1")] };
  expect(ownFamilies({ mayUsePrivateAddresses: true }, interfaces)).toEqual([6, 4]);
});

function ipv6(address: string): NetworkInterfaceInfo {
  return {
    address,
    family: "IPv6",
    internal: false,
    netmask: "ffff:ffff:ffff:ffff::",
    mac: "02:00:00:00:00:01",
    cidr: null,
    scopeid: 0,
  };
}
