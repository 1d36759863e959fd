import { expect, test } from "vitest";
import type { MailHost } from "../../../mail/dns/index.ts";
import { targetsOf } from "./targets-of.ts";

function host(name: string, ...addresses: string[]): MailHost {
  return {
    name,
    preference: 10,
    canonicalName: name,
    authenticated: false,
    addresses: addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  };
}
const gmail = [1, 2, 3, 4, 5].map((n) => host(`mx${n}`, `2001:db8::${n}`, `192.0.2.${n}`));
const addressesOf = (hosts: MailHost[], localAddress: string | null = null) =>
  targetsOf(hosts, localAddress).map(({ address }) => address);

test("both families of each host are tried, so that mail arrives where one of them does not work (E24)", () => {
  expect(addressesOf(gmail)).toEqual(["2001:db8::1", "192.0.2.1", "2001:db8::2", "192.0.2.2", "2001:db8::3"]);
});

test("a host with many addresses does not keep out the next one", () => {
  const hosts = [
    host("one", "2001:db8::1", "192.0.2.1", "2001:db8::2", "192.0.2.2"),
    host("two", "192.0.2.9"),
  ];
  expect(addressesOf(hosts)).toEqual(["2001:db8::1", "192.0.2.1", "192.0.2.9", "2001:db8::2", "192.0.2.2"]);
});

test("a source address is used only for servers of its family", () => {
  expect(addressesOf(gmail, "203.0.113.1")).toEqual([1, 2, 3, 4, 5].map((n) => `192.0.2.${n}`));
  expect(addressesOf(gmail, "2001:db8::f")).toEqual([1, 2, 3, 4, 5].map((n) => `2001:db8::${n}`));
});
