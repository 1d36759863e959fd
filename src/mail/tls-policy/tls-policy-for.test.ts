import { expect, test } from "vitest";
import { makeDnsStubs, type ZoneEntries } from "../../../test/harness/dns-stubs.ts";
import { DnsClient, type MailHost } from "../dns/index.ts";
import type { StsFinding } from "./mta-sts/mta-sts.ts";
import { type TlsPolicyQuestion, tlsPolicyFor } from "./tls-policy-for.ts";

const startDns = makeDnsStubs();
const domain = "a.example";
const host: MailHost = {
  name: "mx.a.example",
  preference: 10,
  addresses: [{ address: "192.0.2.1", family: 4 }],
  canonicalName: "mx.a.example",
  authenticated: true,
};
const name = "_25._tcp.mx.a.example TLSA";
const tlsa = (
  usage: number,
  selector: number,
  matchingType: number,
  length = matchingType === 2 ? 64 : 32,
) => ({
  usage,
  selector,
  matchingType,
  certificate: Buffer.alloc(length, 1),
});
const signed = (...records: unknown[]) => ({ records, authenticated: true });

async function policyWith(
  zone: ZoneEntries,
  finding: Partial<StsFinding> = {},
  change: Partial<TlsPolicyQuestion> = {},
) {
  const stub = await startDns({ "mx.a.example A": ["192.0.2.1"], "real.example A": ["192.0.2.1"], ...zone });
  const dns = new DnsClient({ servers: [stub.address], tries: 1 });
  const mtaSts = { policyOf: async () => ({ policy: null, note: null, ...finding }) };
  const policy = await tlsPolicyFor({ dns, mtaSts, domain, host, listAuthenticated: true, ...change });
  return { policy, questions: stub.queries.map((query) => query.name) };
}

const sts = (mode: "enforce" | "testing" | "none", mx = ["*.a.example"]): Partial<StsFinding> => ({
  policy: { domain, id: "1", mode, mx, maxAgeSeconds: 1, fetchedAt: new Date() },
});
const opportunistic = (why: string) => ({ kind: "opportunistic", why: expect.stringContaining(why) });
const byDane = (records: object[]) => ({
  kind: "enforced",
  by: "dane",
  why: expect.stringContaining("DANE"),
  records,
  names: ["mx.a.example", domain],
});
const bySts = { kind: "enforced", by: "mta-sts", why: "The MTA-STS policy of a.example is in enforce mode." };
const temporary = (reason: string) => ({ kind: "temporary", reason: expect.stringContaining(reason) });

test.each<[string, ZoneEntries, Partial<StsFinding>, object]>([
  ["no policy", {}, {}, opportunistic("a.example does not require TLS")],
  ["a policy that cannot be fetched", {}, { note: "It is broken." }, opportunistic("It is broken.")],
  ["MTA-STS, mode none", {}, sts("none", []), opportunistic("does not require TLS")],
  ["MTA-STS, testing", {}, sts("testing"), opportunistic("is in testing mode.")],
  [
    "MTA-STS, testing, and another host",
    {},
    sts("testing", ["b.example"]),
    opportunistic("is in testing mode, and does not name mx.a.example"),
  ],
  ["MTA-STS, enforce", {}, sts("enforce"), bySts],
  [
    "MTA-STS, enforce, and another host",
    {},
    sts("enforce", ["b.example"]),
    temporary("mx.a.example is not one of the servers"),
  ],
  [
    "MTA-STS, enforce, stored, and an error in the file",
    {},
    { ...sts("enforce"), note: "It is broken." },
    bySts,
  ],
  ["DANE", { [name]: signed(tlsa(3, 1, 1)) }, {}, byDane([tlsa(3, 1, 1)])],
  [
    "DANE and MTA-STS",
    { [name]: signed(tlsa(2, 0, 2)) },
    sts("enforce", ["b.example"]),
    byDane([tlsa(2, 0, 2)]),
  ],
  [
    "DANE, usable and not",
    { [name]: signed(tlsa(1, 1, 1), tlsa(3, 0, 1), tlsa(0, 0, 1)) },
    {},
    byDane([tlsa(3, 0, 1)]),
  ],
  ["DANE, no usable record", { [name]: signed(tlsa(0, 0, 1), tlsa(1, 1, 1)) }, {}, byDane([])],
  ["DANE, no usable record, and MTA-STS", { [name]: signed(tlsa(1, 1, 1)) }, sts("enforce"), bySts],
  [
    "DANE, no usable record, and MTA-STS of another host",
    { [name]: signed(tlsa(1, 1, 1)) },
    sts("enforce", ["b.example"]),
    temporary("not one of the servers"),
  ],
  [
    "DANE with a digest of the wrong size",
    { [name]: signed(tlsa(3, 1, 1, 31), tlsa(2, 1, 2, 32)) },
    {},
    byDane([]),
  ],
  [
    "DANE with unknown numbers",
    { [name]: signed(tlsa(4, 1, 1), tlsa(3, 2, 1), tlsa(3, 1, 3)) },
    {},
    byDane([]),
  ],
  ["DANE with whole keys", { [name]: signed(tlsa(3, 1, 0, 91)) }, {}, byDane([tlsa(3, 1, 0, 91)])],
  ["TLSA records without DNSSEC", { [name]: [tlsa(3, 1, 1)] }, sts("enforce"), bySts],
  [
    "TLSA records that cannot be looked up",
    { [name]: { problem: "servfail" } },
    sts("enforce"),
    temporary("Could not determine whether"),
  ],
  [
    "TLSA records that time out",
    { [name]: { problem: "refused" } },
    {},
    temporary("Could not determine whether"),
  ],
])("%s (E25, E26, E27)", async (_what, zone, finding, expected) => {
  const { policy } = await policyWith(zone, finding);
  expect(policy).toEqual(expected);
});

test.each([
  ["the list of servers", { listAuthenticated: false }],
  ["the host's addresses", { host: { ...host, authenticated: false } }],
])("without DNSSEC for %s no TLSA records are queried (E23)", async (_name, change) => {
  const { policy, questions } = await policyWith({ [name]: signed(tlsa(3, 1, 1)) }, {}, change);
  expect(policy).toMatchObject({ kind: "opportunistic" });
  expect(questions).toEqual([]);
});

test("the TLSA records of an alias's target apply, otherwise those of its own name (E25)", async () => {
  const change = { host: { ...host, canonicalName: "real.example" } };
  const real = { "_25._tcp.real.example TLSA": signed(tlsa(3, 1, 1)) };
  const own = { [name]: signed(tlsa(3, 0, 1)) };
  const both = await policyWith({ ...real, ...own }, {}, change);
  expect(both.policy).toMatchObject({
    records: [tlsa(3, 1, 1)],
    names: ["real.example", "mx.a.example", domain],
  });
  const alone = await policyWith(own, {}, change);
  expect(alone.policy).toMatchObject({ records: [tlsa(3, 0, 1)], names: ["mx.a.example", domain] });
});
