import { expect, test } from "vitest";
import { type DnsStub, startDnsServer } from "../../../test/harness/dns-server.ts";
import { makeDnsStubs } from "../../../test/harness/dns-stubs.ts";
import type { DnsEntry, DnsError } from "../../../test/harness/dns-zone.ts";
import { DnsClient, type DnsClientOptions } from "./dns-client.ts";

const start = makeDnsStubs();

function clientOf(stub: DnsStub | DnsStub[], options: DnsClientOptions = {}): DnsClient {
  return new DnsClient({
    servers: [stub].flat().map(({ address }) => address),
    timeoutMs: 5_000,
    tries: 1,
    ...options,
  });
}

const name = "a.example";
const address = "192.0.2.1";
const mx = { preference: 10, exchange: "mx.a.example" };
const tlsa = { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32, 7) };
const soa = {
  mname: "ns.a.example",
  rname: "x.a.example",
  serial: 1,
  refresh: 2,
  retry: 3,
  expire: 4,
  minimum: 5,
};

test.each([
  ["A", [address, "192.0.2.2"], [address, "192.0.2.2"]],
  ["AAAA", ["2001:db8::1"], ["2001:db8::1"]],
  ["MX", [{ ...mx, exchange: "MX.A.Example." }], [mx]],
  ["MX", [{ preference: 0, exchange: "." }], [{ preference: 0, exchange: "." }]],
  ["TXT", [["v=spf1 ", "-all"], ["second"]], ["v=spf1 -all", "second"]],
  ["CNAME", ["B.Example."], ["b.example"]],
  ["NS", ["ns.example"], ["ns.example"]],
  ["PTR", ["host.example"], ["host.example"]],
  ["TLSA", [tlsa], [tlsa]],
  ["SOA", [soa], [soa]],
] as const)("%s records are returned as %j", async (type, records, expected) => {
  const stub = await start({ [`${name} ${type}`]: { records: [...records], ttl: 77 } });
  expect(await clientOf(stub).query("A.Example.", type)).toEqual({
    ok: true,
    records: expected,
    canonicalName: name,
    authenticated: false,
    ttlSeconds: 77,
  });
});

const found = { ok: true, records: [address] };
const none = { ok: true, records: [] };
const temporary = (reason: string) => ({
  ok: false,
  kind: "temporary",
  reason: expect.stringContaining(reason),
});
const noSuchDomain = { ok: false, kind: "no_such_domain", reason: 'The domain "a.example" does not exist.' };
const forged = ["192.0.2.66"];

test.each<[string, DnsEntry, object]>([
  ["NXDOMAIN (E19)", { problem: "nxdomain" }, noSuchDomain],
  ["SERVFAIL (E19)", { problem: "servfail" }, temporary("failed to resolve the name (SERVFAIL)")],
  ["REFUSED (E19)", { problem: "refused" }, temporary("refused the query (REFUSED)")],
  ["FORMERR (E19)", { problem: "formerr" }, temporary("FORMERR")],
  ["truncated UDP (E19)", { problem: "truncated", records: [address] }, found],
  ["truncated UDP, and TCP that closes (E19)", { problem: "no_tcp" }, temporary("closed the connection")],
  ["the records of another name (E23)", { problem: "wrong_name", records: [address] }, none],
  [
    "a forged response with a wrong id (E23)",
    { records: [address], precededBy: { problem: "wrong_id", records: forged } },
    found,
  ],
  [
    "a forged response without the question (E23)",
    { records: [address], precededBy: { problem: "wrong_question", records: forged } },
    found,
  ],
  ["garbage before the response (E23)", { records: [address], precededBy: { problem: "garbage" } }, found],
])("%s", async (_what, entry, expected) => {
  const stub = await start({ [`${name} A`]: entry });
  expect(await clientOf(stub).query(name, "A")).toMatchObject(expected);
});

test.each<[string, DnsError]>([
  ["a query without a response (E19)", "timeout"],
  ["garbage (E19)", "garbage"],
  ["a wrong id (E23)", "wrong_id"],
  ["a wrong question (E23)", "wrong_question"],
])("%s ends in a timeout", async (_name, problem) => {
  const stub = await start({ [`${name} A`]: { problem, records: [address] } });
  const client = clientOf(stub, { timeoutMs: 50 });
  expect(await client.query(name, "A")).toMatchObject(temporary("did not respond within 0.05 s"));
});

test("a name without records of the type gives an empty answer, a name that does not exist a failure (E19)", async () => {
  const client = clientOf(await start({ [`${name} A`]: [address] }));
  expect(await client.query(name, "MX")).toMatchObject(none);
  expect(await client.query("example", "A")).toMatchObject(none);
  expect(await client.query("b.example", "A")).toMatchObject({ ok: false, kind: "no_such_domain" });
});

test("a response too large for UDP is fetched over TCP (E19)", async () => {
  const records = Array.from({ length: 100 }, (_, n) => ({
    preference: n,
    exchange: `mx${n}.other${n}.example`,
  }));
  const stub = await start({ [`${name} MX`]: records });
  expect(await clientOf(stub).query(name, "MX")).toMatchObject({ ok: true, records });
  expect(stub.queries.map(({ transport }) => transport)).toEqual(["udp", "tcp"]);
});

test.each<DnsEntry>([{ problem: "servfail" }, { problem: "refused" }, { problem: "timeout" }])(
  "after %j the next server is tried, and stays first from then on (E19)",
  async (entry) => {
    const [broken, sound] = [
      await start({ [`${name} A`]: entry, "b.example A": entry }),
      await start({ [`${name} A`]: [address], "b.example A": [address] }),
    ];
    const client = clientOf([broken, sound], { timeoutMs: entry.problem === "timeout" ? 1_500 : 5_000 });
    expect(await client.query(name, "A")).toMatchObject(found);
    expect(await client.query("b.example", "A")).toMatchObject(found);
    expect([broken.queries.length, sound.queries.length]).toEqual([1, 2]);
  },
);

test("a server that refuses connections is skipped at once", async () => {
  const gone = await startDnsServer();
  await gone.close();
  const client = clientOf([gone, await start({ [`${name} A`]: [address] })], { timeoutMs: 60_000 });
  expect(await client.query(name, "A")).toMatchObject(found);
  expect(await clientOf(gone).query(name, "A")).toMatchObject(temporary("cannot be reached (ECONNREFUSED)"));
});

test("all servers are tried as often as configured", async () => {
  const stub = await start({ [`${name} A`]: { problem: "servfail" } });
  await clientOf(stub, { tries: 3 }).query(name, "A");
  expect(stub.queries).toHaveLength(3);
});

test("a server that rejects EDNS is queried without it", async () => {
  const stub = await start({ [`${name} A`]: { problem: "formerr_for_edns", records: [address] } });
  expect(await clientOf(stub, { tries: 2 }).query(name, "A")).toMatchObject(found);
  expect(stub.queries.map(({ edns }) => edns)).toEqual([true, false]);
});

test("without a configured server, every query fails temporarily", async () => {
  expect(await new DnsClient({ servers: [] }).query(name, "A")).toMatchObject(
    temporary("no name server is configured"),
  );
});

test("ids and ports are unpredictable (E23)", async () => {
  const stub = await start();
  const client = clientOf(stub);
  await Promise.all(Array.from({ length: 40 }, (_, n) => client.query(`n${n}.example`, "A")));
  const steps = (values: number[]) =>
    new Set(values.slice(1).map((value, n) => value - (values[n] ?? 0))).size;
  expect(steps(stub.queries.map(({ id }) => id))).toBeGreaterThan(30);
  expect(new Set(stub.queries.map(({ port }) => port)).size).toBeGreaterThan(30);
});

test.each([
  ["a line end", "a\r\n.example"],
  ["NUL", "a\0.example"],
  ["an empty label", "a..example"],
  ["a long label", `${"a".repeat(64)}.example`],
  ["a long name", `${"a.".repeat(127)}example`],
  ["beyond ASCII", "ü.example"],
  ["nothing", ""],
])("a name with %s is not queried (E22)", async (_what, bad) => {
  const stub = await start();
  const answer = await clientOf(stub).query(bad, "A");
  expect(answer).toMatchObject({ ok: false, kind: "no_such_domain" });
  expect(JSON.stringify(answer)).not.toMatch(/[^\x20-\x7e…]|\\r|\\u/);
  expect(stub.queries).toEqual([]);
});

const alias = (target: string, more: Partial<DnsEntry> = {}): DnsEntry => ({ records: [target], ...more });

test.each<[string, Record<string, DnsEntry>, object, number]>([
  [
    "leads to records",
    { "a.example CNAME": alias("b.example"), "b.example A": { records: [address] } },
    { ...found, canonicalName: "b.example" },
    1,
  ],
  [
    "that the resolver does not follow",
    { "a.example CNAME": alias("b.example", { stopsHere: true }), "b.example A": { records: [address] } },
    { ...found, canonicalName: "b.example" },
    2,
  ],
  [
    "leads to a name without such records",
    { "a.example CNAME": alias("b.example"), "b.example TXT": {} },
    { ...none, canonicalName: "b.example" },
    2,
  ],
  [
    "leads nowhere",
    { "a.example CNAME": alias("b.example") },
    { ok: false, kind: "no_such_domain", reason: 'The domain "b.example" does not exist.' },
    1,
  ],
  ["to itself", { "a.example CNAME": alias("a.example") }, temporary("form a loop"), 1],
  [
    "that is circular",
    {
      "a.example CNAME": alias("b.example", { stopsHere: true }),
      "b.example CNAME": alias("a.example", { stopsHere: true }),
    },
    temporary("form a loop"),
    2,
  ],
  [
    "of an invalid name",
    { "a.example CNAME": alias("b\r\n.example", { stopsHere: true }) },
    temporary("an invalid name"),
    1,
  ],
])("an alias %s (E19)", async (_what, zone, expected, questions) => {
  const stub = await start(zone);
  expect(await clientOf(stub).query(name, "A")).toMatchObject(expected);
  expect(stub.queries).toHaveLength(questions);
});

test("the number of aliases is limited (E19)", async () => {
  const zone = Array.from(
    { length: 50 },
    (_, n) => [`n${n}.example CNAME`, alias(`n${n + 1}.example`, { stopsHere: true })] as const,
  );
  const stub = await start(Object.fromEntries(zone));
  expect(await clientOf(stub).query("n0.example", "A")).toMatchObject(temporary("too many"));
  expect(stub.queries.length).toBeLessThan(12);
});

test("a query for the CNAME itself does not follow it", async () => {
  const stub = await start({ "a.example CNAME": alias("a.example") });
  expect(await clientOf(stub).query(name, "CNAME")).toMatchObject({ ok: true, records: ["a.example"] });
});

test.each([
  ["of a resolver on this machine", undefined, true],
  ["that is not trusted", false, false],
])("the AD flag %s (E23)", async (_name, trustAuthenticated, authenticated) => {
  const stub = await start({
    [`${name} A`]: { records: [address], authenticated: true },
    "b.example A": [address],
  });
  const client = clientOf(stub, { trustAuthenticated });
  expect(await client.query(name, "A")).toMatchObject({ authenticated });
  expect(await client.query("b.example", "A")).toMatchObject({ authenticated: false });
});

test("records behind an unauthenticated alias are not authenticated (E23)", async () => {
  const stub = await start({
    "a.example CNAME": alias("b.example", { stopsHere: true }),
    "b.example A": { records: [address], authenticated: true },
  });
  // The stub sets the AD flag according to the queried name.
  expect(await clientOf(stub).query("b.example", "A")).toMatchObject({ authenticated: true });
  expect(await clientOf(stub).query(name, "A")).toMatchObject({ ...found, authenticated: false });
});

test("a query may have a shorter timeout and fewer tries than its client", async () => {
  const stub = await start({ [`${name} A`]: { problem: "timeout" } });
  const client = clientOf(stub, { timeoutMs: 60_000, tries: 5 });
  expect(await client.query(name, "A", { timeoutMs: 50, tries: 1 })).toMatchObject({ kind: "temporary" });
  expect(stub.queries).toHaveLength(1);
});
