import { expect, test } from "vitest";
import { isInNetworks, parseNetworks, readNetwork } from "./networks.ts";

test.each([
  ["203.0.113.9", "203.0.113.9/32"],
  ["203.0.113.9/24", "203.0.113.0/24"],
  ["10.1.2.3/8", "10.0.0.0/8"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["2001:DB8::1", "2001:db8::1/128"],
  ["2001:db8:ffff::/32", "2001:db8::/32"],
  ["::/0", "::/0"],
  ["::ffff:203.0.113.9", "203.0.113.9/32"],
  ["::ffff:10.0.0.0/104", "10.0.0.0/8"],
])("the network %s is %s (B9)", (text, network) => {
  expect(readNetwork(text)).toBe(network);
  expect(readNetwork(network)).toBe(network);
});

test.each([
  "",
  "/",
  "10.0.0.0/33",
  "10.0.0.0/-1",
  "10.0.0.0/",
  "10.1/8",
  "010.0.0.1",
  "0x0a.0.0.1",
  "10.0.0.256",
  "10",
])("%j is not an IPv4 network (B9)", (text) => {
  expect(readNetwork(text)).toBeNull();
});

test.each([
  "::/129",
  "fe80::1%eth0",
  "fe80::%eth0/64",
  "::ffff:0:0/95",
  "2001:db8:::/32",
  " ::1",
  "example.com",
])("%j is not an IPv6 network (B9)", (text) => {
  expect(readNetwork(text)).toBeNull();
});

test.each([
  ["10.9.8.7", ["10.0.0.0/8"], true],
  ["11.0.0.1", ["10.0.0.0/8"], false],
  ["11.0.0.1", ["10.0.0.0/8", "11.0.0.0/16"], true],
  ["::ffff:10.9.8.7", ["10.0.0.0/8"], true],
  ["::ffff:11.9.8.7", ["10.0.0.0/8"], false],
  ["2001:db8:1::5", ["2001:db8::/32"], true],
  ["2001:db9::5", ["2001:db8::/32"], false],
  ["10.9.8.7", ["::/0"], false],
  ["2001:db8::1", ["0.0.0.0/0"], false],
  ["fe80::1%eth0", ["fe80::/10"], true],
  ["unknown", ["0.0.0.0/0", "::/0"], false],
  ["", ["0.0.0.0/0", "::/0"], false],
  ["10.9.8.7", [], false],
])("%s in %j: %s (B9)", (ip, networks, expected) => {
  expect(isInNetworks(ip, parseNetworks(networks))).toBe(expected);
});
