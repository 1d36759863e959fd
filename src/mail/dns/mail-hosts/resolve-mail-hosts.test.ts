import { expect, test } from "vitest";
import { makeDnsStubs, type ZoneEntries } from "../../../../test/harness/dns-stubs.ts";
import type { DnsEntry } from "../../../../test/harness/dns-zone.ts";
import { DnsClient } from "../dns-client.ts";
import type { Family, MailHostsOptions } from "./mail-hosts.ts";
import { resolveMailHosts } from "./resolve-mail-hosts.ts";

const startStub = makeDnsStubs();
const domain = "a.example";

async function start(zone: ZoneEntries) {
  const stub = await startStub(zone);
  const dns = new DnsClient({ servers: [stub.address], tries: 1 });
  const resolve = (options: Partial<MailHostsOptions> = {}) =>
    resolveMailHosts(dns, domain, { reasonToRefuseAddress: () => null, random: () => 0, ...options });
  return { stub, resolve };
}

const mx = (exchange: string, preference = 10) => ({ exchange, preference });
const v4 = (address = "192.0.2.1") => ({ address, family: 4 });
const v6 = (address = "2001:db8::1") => ({ address, family: 6 });
const host = (name: string, preference: number, addresses: object[]) => ({ name, preference, addresses });
const permanent = (enhanced: string, ...words: string[]) => ({
  ok: false,
  kind: "permanent",
  enhanced,
  reason: expect.stringMatching(words.join(".*")),
});
const temporary = (enhanced: string, ...words: string[]) => ({
  ...permanent(enhanced, ...words),
  kind: "temporary",
});

test.each<[string, ZoneEntries, object]>([
  [
    "E19 hosts in the order of their preference",
    {
      "a.example MX": [mx("two.example", 20), mx("one.example", 10)],
      "one.example A": ["192.0.2.1"],
      "two.example AAAA": ["2001:db8::1"],
    },
    { ok: true, implicit: false, hosts: [host("one.example", 10, [v4()]), host("two.example", 20, [v6()])] },
  ],
  [
    "E19 no MX records, but an address",
    { "a.example A": ["192.0.2.1"] },
    { ok: true, implicit: true, hosts: [host(domain, 0, [v4()])] },
  ],
  [
    "E19 no MX records, but an IPv6 address",
    { "a.example AAAA": ["2001:db8::1"] },
    { ok: true, implicit: true, hosts: [host(domain, 0, [v6()])] },
  ],
  [
    "E19 nothing but a TXT record",
    { "a.example TXT": ["x"] },
    permanent("5.1.2", "a.example has no address"),
  ],
  ["E19 no such domain", {}, permanent("5.1.2", '"a.example" does not exist')],
  [
    "E19 SERVFAIL",
    { "a.example MX": { problem: "servfail" } },
    temporary("4.4.3", "MX records of a.example.*SERVFAIL"),
  ],
  ["E19 REFUSED", { "a.example MX": { problem: "refused" } }, temporary("4.4.3", "REFUSED")],
  [
    "E19 no MX records, and SERVFAIL for the address",
    { "a.example A": { problem: "servfail" }, "a.example TXT": ["x"] },
    temporary("4.4.3", "A records of a.example.*SERVFAIL"),
  ],
  [
    "E19 truncated UDP",
    {
      "a.example MX": { records: [mx("one.example")], problem: "truncated" },
      "one.example A": ["192.0.2.1"],
    },
    { ok: true },
  ],
  [
    "E19 a time of 0",
    {
      "a.example MX": { records: [mx("one.example")], ttl: 0 },
      "one.example A": { records: ["192.0.2.1"], ttl: 0 },
    },
    { ok: true },
  ],
  [
    "E19 a domain that is an alias",
    { "a.example CNAME": ["b.example"], "b.example MX": [mx("one.example")], "one.example A": ["192.0.2.1"] },
    { ok: true, implicit: false, hosts: [host("one.example", 10, [v4()])] },
  ],
  [
    "E19 a domain that is an alias of one without MX",
    { "a.example CNAME": ["b.example"], "b.example A": ["192.0.2.1"] },
    { ok: true, implicit: true, hosts: [host(domain, 0, [v4()])] },
  ],
  [
    "E19 a host that is an alias",
    {
      "a.example MX": [mx("one.example")],
      "one.example CNAME": ["two.example"],
      "two.example A": ["192.0.2.1"],
    },
    { ok: true, hosts: [{ ...host("one.example", 10, [v4()]), canonicalName: "two.example" }] },
  ],
  [
    "E19 a host that is an alias of itself",
    { "a.example MX": [mx("one.example")], "one.example CNAME": ["one.example"] },
    temporary("4.4.3", "one.example lead in a circle"),
  ],
  [
    "E19 a host that does not exist",
    { "a.example MX": [mx("one.example")] },
    permanent("5.4.4", "No mail server of a.example can be used: one.example has no address"),
  ],
  [
    "E19 a host that cannot be looked up beside one that can",
    {
      "a.example MX": [mx("one.example", 1), mx("two.example", 2)],
      "one.example A": { problem: "servfail" },
      "one.example AAAA": { problem: "servfail" },
      "two.example A": ["192.0.2.1"],
    },
    {
      ok: true,
      hosts: [host("two.example", 2, [v4()])],
      passedOver: [expect.stringMatching("one.example.*SERVFAIL")],
    },
  ],
  [
    "E19 a host that cannot be looked up beside one that does not exist",
    {
      "a.example MX": [mx("one.example", 1), mx("two.example", 2)],
      "two.example A": { problem: "servfail" },
    },
    temporary("4.4.3", "one.example has no address.*two.example.*SERVFAIL"),
  ],
  [
    "E19 a host one of whose families cannot be looked up",
    {
      "a.example MX": [mx("one.example")],
      "one.example AAAA": { problem: "servfail" },
      "one.example A": ["192.0.2.1"],
    },
    { ok: true, hosts: [host("one.example", 10, [v4()])] },
  ],
  [
    "E19 a host that is listed twice",
    { "a.example MX": [mx("one.example", 20), mx("ONE.example", 10)], "one.example A": ["192.0.2.1"] },
    { ok: true, hosts: [host("one.example", 10, [v4()])] },
  ],
  [
    "E20 null MX",
    { "a.example MX": [mx(".", 0)], "a.example A": ["192.0.2.1"] },
    permanent("5.1.10", "a.example does not accept mail"),
  ],
  [
    "E20 null MX beside another",
    { "a.example MX": [mx(".", 0), mx("one.example")], "one.example A": ["192.0.2.1"] },
    { ok: true, hosts: [host("one.example", 10, [v4()])] },
  ],
  [
    "E24 both families, IPv6 first, taking turns",
    {
      "a.example MX": [mx("one.example")],
      "one.example A": ["192.0.2.1", "192.0.2.2"],
      "one.example AAAA": ["2001:db8::1", "2001:db8::2"],
    },
    { ok: true, hosts: [host("one.example", 10, [v6(), v4(), v6("2001:db8::2"), v4("192.0.2.2")])] },
  ],
])("%s", async (_what, zone, expected) => {
  const { resolve } = await start(zone);
  expect(await resolve()).toMatchObject(expected);
});

test("E20 after a null MX no address is asked for", async () => {
  const { stub, resolve } = await start({ "a.example MX": [mx(".", 0)] });
  await resolve();
  expect(stub.queries.map(({ type }) => type)).toEqual(["MX"]);
});

test("a name such as some providers of web hosting make is taken", async () => {
  const { resolve } = await start({
    "a.example MX": [mx("_dc-mx.0123.a.example")],
    "_dc-mx.0123.a.example A": ["192.0.2.1"],
  });
  expect(await resolve()).toMatchObject({ ok: true });
});

test("E19 of 100 hosts ten are looked up, the best ones", async () => {
  const names = Array.from({ length: 100 }, (_, n) => `mx${n}.example`);
  const { stub, resolve } = await start({
    "a.example MX": names.map((name, n) => mx(name, 1_000 - n)),
    ...Object.fromEntries(names.map((name) => [`${name} A`, ["192.0.2.1"]])),
  });
  const hosts = await resolve();
  expect(hosts.ok && hosts.hosts.map(({ name }) => name)).toEqual(names.slice(-10).toReversed());
  expect(stub.queries.length).toBeLessThan(25);
});

test("of a hundred addresses six are given, of both families", async () => {
  const many = Array.from({ length: 100 }, (_, n) => n + 1);
  const { resolve } = await start({
    "a.example A": many.map((n) => `192.0.2.${n}`),
    "a.example AAAA": many.map((n) => `2001:db8::${n}`),
  });
  const hosts = await resolve();
  expect(hosts.ok && hosts.hosts[0]?.addresses.map(({ family }) => family)).toEqual([6, 4, 6, 4, 6, 4]);
});

test("E19 equal preferences are shuffled, others are not", async () => {
  const names = ["b.example", "c.example", "d.example"];
  const { resolve } = await start({
    "a.example MX": [mx("z.example", 20), ...names.map((name) => mx(name))],
    ...Object.fromEntries([...names, "z.example"].map((name) => [`${name} A`, ["192.0.2.1"]])),
  });
  const seen = new Set<string>();
  for (let n = 0; n < 200; n += 1) {
    const hosts = await resolve({ random: Math.random });
    seen.add(hosts.ok ? hosts.hosts.map(({ name }) => name[0]).join("") : "");
  }
  expect([...seen].toSorted()).toEqual(["bcdz", "bdcz", "cbdz", "cdbz", "dbcz", "dcbz"]);
});

test.each<[string, ZoneEntries, readonly Family[], object]>([
  [
    "IPv4 first",
    { "a.example A": ["192.0.2.1"], "a.example AAAA": ["2001:db8::1"] },
    [4, 6],
    { ok: true, hosts: [host(domain, 0, [v4(), v6()])] },
  ],
  [
    "IPv4 alone",
    { "a.example A": ["192.0.2.1"], "a.example AAAA": ["2001:db8::1"] },
    [4],
    { ok: true, hosts: [host(domain, 0, [v4()])] },
  ],
  [
    "IPv4 alone, to a host of IPv6 alone",
    { "a.example AAAA": ["2001:db8::1"] },
    [4],
    temporary("4.4.4", "a.example has addresses of IPv6 alone"),
  ],
  [
    "IPv6 alone, to a host of IPv4 alone",
    { "a.example A": ["192.0.2.1"] },
    [6],
    temporary("4.4.4", "a.example has addresses of IPv4 alone"),
  ],
  [
    "IPv4 alone, to a host without addresses",
    { "a.example TXT": ["x"] },
    [4],
    permanent("5.1.2", "no address"),
  ],
])("E24 a machine with %s", async (_what, zone, families, expected) => {
  const { resolve } = await start(zone);
  expect(await resolve({ families })).toMatchObject(expected);
});

const signed = (...records: unknown[]): DnsEntry => ({ records, authenticated: true });

test.each<[string, ZoneEntries, boolean, boolean]>([
  [
    "all of it",
    {
      "a.example MX": signed(mx("one.example")),
      "one.example A": signed("192.0.2.1"),
      "one.example AAAA": signed(),
    },
    true,
    true,
  ],
  [
    "the MX records alone",
    { "a.example MX": signed(mx("one.example")), "one.example A": ["192.0.2.1"] },
    true,
    false,
  ],
  [
    "the addresses alone",
    {
      "a.example MX": [mx("one.example")],
      "one.example A": signed("192.0.2.1"),
      "one.example AAAA": signed(),
    },
    false,
    true,
  ],
])("E23 DNSSEC covers %s", async (_what, zone, ofRecords, ofAddresses) => {
  const { resolve } = await start(zone);
  expect(await resolve()).toMatchObject({
    authenticated: ofRecords,
    hosts: [{ authenticated: ofAddresses }],
  });
});
