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
    "hosts in the order of their preference (E19)",
    {
      "a.example MX": [mx("two.example", 20), mx("one.example", 10)],
      "one.example A": ["192.0.2.1"],
      "two.example AAAA": ["2001:db8::1"],
    },
    { ok: true, implicit: false, hosts: [host("one.example", 10, [v4()]), host("two.example", 20, [v6()])] },
  ],
  [
    "no MX records, but an address (E19)",
    { "a.example A": ["192.0.2.1"] },
    { ok: true, implicit: true, hosts: [host(domain, 0, [v4()])] },
  ],
  [
    "no MX records, but an IPv6 address (E19)",
    { "a.example AAAA": ["2001:db8::1"] },
    { ok: true, implicit: true, hosts: [host(domain, 0, [v6()])] },
  ],
  ["only a TXT record (E19)", { "a.example TXT": ["x"] }, permanent("5.1.2", "a.example has no address")],
  ["no such domain (E19)", {}, permanent("5.1.2", '"a.example" does not exist')],
  [
    "SERVFAIL (E19)",
    { "a.example MX": { problem: "servfail" } },
    temporary("4.4.3", "MX records of a.example.*SERVFAIL"),
  ],
  ["REFUSED (E19)", { "a.example MX": { problem: "refused" } }, temporary("4.4.3", "REFUSED")],
  [
    "no MX records, and SERVFAIL for the address (E19)",
    { "a.example A": { problem: "servfail" }, "a.example TXT": ["x"] },
    temporary("4.4.3", "A records of a.example.*SERVFAIL"),
  ],
  [
    "truncated UDP (E19)",
    {
      "a.example MX": { records: [mx("one.example")], problem: "truncated" },
      "one.example A": ["192.0.2.1"],
    },
    { ok: true },
  ],
  [
    "a time of 0 (E19)",
    {
      "a.example MX": { records: [mx("one.example")], ttl: 0 },
      "one.example A": { records: ["192.0.2.1"], ttl: 0 },
    },
    { ok: true },
  ],
  [
    "a domain that is an alias (E19)",
    { "a.example CNAME": ["b.example"], "b.example MX": [mx("one.example")], "one.example A": ["192.0.2.1"] },
    { ok: true, implicit: false, hosts: [host("one.example", 10, [v4()])] },
  ],
  [
    "a domain that is an alias of one without MX (E19)",
    { "a.example CNAME": ["b.example"], "b.example A": ["192.0.2.1"] },
    { ok: true, implicit: true, hosts: [host(domain, 0, [v4()])] },
  ],
  [
    "a host that is an alias (E19)",
    {
      "a.example MX": [mx("one.example")],
      "one.example CNAME": ["two.example"],
      "two.example A": ["192.0.2.1"],
    },
    { ok: true, hosts: [{ ...host("one.example", 10, [v4()]), canonicalName: "two.example" }] },
  ],
  [
    "a host that is an alias of itself (E19)",
    { "a.example MX": [mx("one.example")], "one.example CNAME": ["one.example"] },
    temporary("4.4.3", "one.example form a loop"),
  ],
  [
    "a host that does not exist (E19)",
    { "a.example MX": [mx("one.example")] },
    permanent("5.4.4", "No mail server of a.example can be used: one.example has no address"),
  ],
  [
    "a host that cannot be looked up and one that can (E19)",
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
    "a host that cannot be looked up and one that does not exist (E19)",
    {
      "a.example MX": [mx("one.example", 1), mx("two.example", 2)],
      "two.example A": { problem: "servfail" },
    },
    temporary("4.4.3", "one.example has no address.*two.example.*SERVFAIL"),
  ],
  [
    "a host with one family that cannot be looked up (E19)",
    {
      "a.example MX": [mx("one.example")],
      "one.example AAAA": { problem: "servfail" },
      "one.example A": ["192.0.2.1"],
    },
    { ok: true, hosts: [host("one.example", 10, [v4()])] },
  ],
  [
    "a host that is listed twice (E19)",
    { "a.example MX": [mx("one.example", 20), mx("ONE.example", 10)], "one.example A": ["192.0.2.1"] },
    { ok: true, hosts: [host("one.example", 10, [v4()])] },
  ],
  [
    "null MX (E20)",
    { "a.example MX": [mx(".", 0)], "a.example A": ["192.0.2.1"] },
    permanent("5.1.10", "a.example does not accept mail"),
  ],
  [
    "a null MX and another MX (E20)",
    { "a.example MX": [mx(".", 0), mx("one.example")], "one.example A": ["192.0.2.1"] },
    { ok: true, hosts: [host("one.example", 10, [v4()])] },
  ],
  [
    "both families, alternating, IPv6 first (E24)",
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

test("no address is queried after a null MX (E20)", async () => {
  const { stub, resolve } = await start({ "a.example MX": [mx(".", 0)] });
  await resolve();
  expect(stub.queries.map(({ type }) => type)).toEqual(["MX"]);
});

test("a host name with an underscore, as web hosting providers create, is accepted", async () => {
  const { resolve } = await start({
    "a.example MX": [mx("_dc-mx.0123.a.example")],
    "_dc-mx.0123.a.example A": ["192.0.2.1"],
  });
  expect(await resolve()).toMatchObject({ ok: true });
});

test("only the best ten of 100 hosts are looked up (E19)", async () => {
  const names = Array.from({ length: 100 }, (_, n) => `mx${n}.example`);
  const { stub, resolve } = await start({
    "a.example MX": names.map((name, n) => mx(name, 1_000 - n)),
    ...Object.fromEntries(names.map((name) => [`${name} A`, ["192.0.2.1"]])),
  });
  const hosts = await resolve();
  expect(hosts.ok && hosts.hosts.map(({ name }) => name)).toEqual(names.slice(-10).toReversed());
  expect(stub.queries.length).toBeLessThan(25);
});

test("six of a hundred addresses are returned, of both families", async () => {
  const many = Array.from({ length: 100 }, (_, n) => n + 1);
  const { resolve } = await start({
    "a.example A": many.map((n) => `192.0.2.${n}`),
    "a.example AAAA": many.map((n) => `2001:db8::${n}`),
  });
  const hosts = await resolve();
  expect(hosts.ok && hosts.hosts[0]?.addresses.map(({ family }) => family)).toEqual([6, 4, 6, 4, 6, 4]);
});

test("only equal preferences are shuffled (E19)", async () => {
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
    "IPv4 only, to an IPv6-only host",
    { "a.example AAAA": ["2001:db8::1"] },
    [4],
    temporary("4.4.4", "a.example has only IPv6 addresses"),
  ],
  [
    "IPv6 only, to an IPv4-only host",
    { "a.example A": ["192.0.2.1"] },
    [6],
    temporary("4.4.4", "a.example has only IPv4 addresses"),
  ],
  [
    "IPv4 only, to a host without addresses",
    { "a.example TXT": ["x"] },
    [4],
    permanent("5.1.2", "no address"),
  ],
])("a machine with %s (E24)", async (_what, zone, families, expected) => {
  const { resolve } = await start(zone);
  expect(await resolve({ families })).toMatchObject(expected);
});

const signed = (...records: unknown[]): DnsEntry => ({ records, authenticated: true });

test.each<[string, ZoneEntries, boolean, boolean]>([
  [
    "everything",
    {
      "a.example MX": signed(mx("one.example")),
      "one.example A": signed("192.0.2.1"),
      "one.example AAAA": signed(),
    },
    true,
    true,
  ],
  [
    "only the MX records",
    { "a.example MX": signed(mx("one.example")), "one.example A": ["192.0.2.1"] },
    true,
    false,
  ],
  [
    "only the addresses",
    {
      "a.example MX": [mx("one.example")],
      "one.example A": signed("192.0.2.1"),
      "one.example AAAA": signed(),
    },
    false,
    true,
  ],
])("DNSSEC covers %s (E23)", async (_what, zone, ofRecords, ofAddresses) => {
  const { resolve } = await start(zone);
  expect(await resolve()).toMatchObject({
    authenticated: ofRecords,
    hosts: [{ authenticated: ofAddresses }],
  });
});
