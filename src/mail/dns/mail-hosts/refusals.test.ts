import { expect, test } from "vitest";
import { makeDnsStubs, type ZoneEntries } from "../../../../test/harness/dns-stubs.ts";
import { DnsClient } from "../dns-client.ts";
import type { MailHostsOptions } from "./mail-hosts.ts";
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
const v4 = (address: string) => ({ address, family: 4 });
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

/** The sender passes in the real check, which has its own tests. In this stub, only one address is public. */
const reasonToRefuseAddress = (address: string) =>
  address === "8.8.8.8" ? null : "leads to an address that is not on the public internet";

test.each(["127.0.0.1", "0.0.0.0", "10.1.2.3", "169.254.169.254", "192.168.0.1"])(
  "no connection is made to a host at %s (E21)",
  async (address) => {
    const { resolve } = await start({ "a.example MX": [mx("one.example")], "one.example A": [address] });
    expect(await resolve({ reasonToRefuseAddress })).toMatchObject(
      permanent(
        "5.4.4",
        `one.example leads to an address that is not on the public internet \\(${address}\\)`,
      ),
    );
    expect(await resolve()).toMatchObject({ ok: true });
  },
);

test.each(["::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1"])(
  "a domain whose only host is at %s fails (E21)",
  async (address) => {
    const { resolve } = await start({ "a.example AAAA": [address] });
    expect(await resolve({ reasonToRefuseAddress })).toMatchObject(
      permanent("5.4.4", "not on the public internet"),
    );
  },
);

test("a host is used without its private address (E21)", async () => {
  const { resolve } = await start({
    "a.example MX": [mx("one.example")],
    "one.example A": ["8.8.8.8", "127.0.0.1", "9.9.9.9"],
  });
  expect(await resolve({ reasonToRefuseAddress })).toMatchObject({
    ok: true,
    hosts: [host("one.example", 10, [v4("8.8.8.8")])],
  });
});

test("a private host and one that cannot be looked up are a temporary failure (E21)", async () => {
  const { resolve } = await start({
    "a.example MX": [mx("one.example"), mx("two.example")],
    "one.example A": ["127.0.0.1"],
    "two.example A": { problem: "servfail" },
  });
  expect(await resolve({ reasonToRefuseAddress })).toMatchObject(temporary("4.4.3"));
});

test.each([
  ["CR LF", "mx\r\nRCPT TO:<x@y>.example"],
  ["NUL", "mx\0.example"],
  ["an escape", "\u001b[2Jmx.example"],
  ["a space", "m x.example"],
  ["beyond ASCII", "mü.example"],
  ["a quote", 'm".example'],
  ["a hyphen first", "-mx.example"],
  ["an address", "192.0.2.1"],
])("a host name with %s is refused before use (E22)", async (_name, name) => {
  const { stub, resolve } = await start({
    "a.example MX": [mx(name, 1), mx("one.example", 2)],
    "one.example A": ["192.0.2.1"],
  });
  const hosts = await resolve();
  expect(hosts).toMatchObject({
    ok: true,
    hosts: [{ name: "one.example" }],
    passedOver: [expect.stringContaining("is not a valid host name")],
  });
  expect(JSON.stringify(hosts)).not.toMatch(/[^\x20-\x7e]|\\[rnu]/);
  expect(stub.queries.map((query) => query.name)).not.toContain(name);
});

test("a domain with only such a host name fails permanently (E22)", async () => {
  const { resolve } = await start({ "a.example MX": [mx("mx\r\nx.example")] });
  expect(await resolve()).toEqual({
    ok: false,
    kind: "permanent",
    enhanced: "5.4.4",
    reason: 'No mail server of a.example can be used: "mx??x.example" is not a valid host name.',
  });
});

const three: ZoneEntries = {
  "a.example MX": [mx("one.example", 1), mx("two.example", 2), mx("same.example", 2), mx("three.example", 3)],
  ...Object.fromEntries(["one", "two", "same", "three"].map((name) => [`${name}.example A`, ["192.0.2.1"]])),
};

test.each([
  ["a host in the middle", ["Two.Example."], { ok: true, hosts: [{ name: "one.example" }] }],
  ["the best", ["one.example"], permanent("5.4.6", "would loop back to us")],
  ["none of them", ["other.example"], { ok: true, hosts: [{}, {}, {}, {}] }],
  ["two of them", ["three.example", "two.example"], { ok: true, hosts: [{ name: "one.example" }] }],
])("when we are %s, only better hosts remain (E21)", async (_name, ownNames, expected) => {
  const { resolve } = await start(three);
  expect(await resolve({ ownNames })).toMatchObject(expected);
});

test("a domain without MX records that is our own host fails (E21)", async () => {
  const { resolve } = await start({ "a.example A": ["192.0.2.1"] });
  expect(await resolve({ ownNames: [domain] })).toMatchObject(permanent("5.4.6"));
});
