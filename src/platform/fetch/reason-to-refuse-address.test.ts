import { expect, test } from "vitest";
import { reasonToRefuseAddress } from "./reason-to-refuse-address.ts";

test.each([
  ["loopback", "127.0.0.1 127.255.255.254 ::1"],
  ["this network", "0.0.0.0 0.1.2.3 ::"],
  ["RFC 1918", "10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255"],
  ["link-local", "169.254.0.1 169.254.255.255 fe80::1 febf::1"],
  ["carrier-grade NAT", "100.64.0.1 100.127.255.255"],
  ["multicast", "224.0.0.1 239.255.255.255 ff02::1 ff0e::1"],
  ["broadcast and reserved", "255.255.255.255 240.0.0.1"],
  ["unique local", "fc00::1 fdff::1"],
  ["site-local", "fec0::1 feff::1"],
  ["IETF protocols", "192.0.0.1 2001:1::1"],
  ["documentation", "192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1"],
  ["benchmarks", "198.18.0.1 198.19.255.255 2001:2::1"],
  ["IPv4-mapped", "::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8"],
  ["IPv4-compatible", "::127.0.0.1 ::7f00:1 ::8.8.8.8"],
  ["NAT64", "64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::a00:1"],
  ["6to4", "2002:7f00:1::1 2002:808:808::1 192.88.99.1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["ISATAP", "2a00:1450::5efe:7f00:1 2a00:1450::200:5efe:7f00:1"],
  ["discard, SRv6, ORCHID", "100::1 5f00::1 2001:10::1 2001:20::1"],
  ["what is no address", "localhost 1.2.3 [::1] fe80::1%eth0"],
])("%s is not public (I1)", (_range, addresses) => {
  for (const address of addresses.split(" "))
    expect([address, reasonToRefuseAddress(address)]).not.toContain(null);
});

test.each([
  "169.254.169.254",
  "100.100.100.200",
  "192.0.0.192",
  "168.63.129.16",
  "fd00:ec2::254",
  "fd20:ce::254",
])("the metadata server %s is not public (I14)", (address) => {
  expect(reasonToRefuseAddress(address)).toContain("not on the public internet");
});

test("an address of this machine is refused though it is public (I1)", () => {
  const own = ["1.1.1.1", "2606:4700:0:0:0:0:0:1111"];
  expect(reasonToRefuseAddress("1.1.1.1", own)).not.toBeNull();
  expect(reasonToRefuseAddress("2606:4700::1111", own)).not.toBeNull();
  expect(reasonToRefuseAddress("1.0.0.1", own)).toBeNull();
});

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "223.255.255.254",
  "2606:4700::1111",
  "2a00:1450:4001:80b::200e",
  "2003::1",
])("%s is public", (address) => {
  expect(reasonToRefuseAddress(address)).toBeNull();
});
