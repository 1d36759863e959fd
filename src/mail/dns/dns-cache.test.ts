import { expect, test } from "vitest";
import { makeDnsStubs } from "../../../test/harness/dns-stubs.ts";
import type { DnsEntry } from "../../../test/harness/dns-zone.ts";
import { DnsClient } from "./dns-client.ts";

const startStub = makeDnsStubs();

/** A client with its own clock, in seconds. */
async function start(entry: DnsEntry, maxEntries = 100) {
  const stub = await startStub({ "a.example A": entry, "b.example A": entry, "c.example A": entry });
  const clock = { seconds: 0 };
  const now = () => clock.seconds * 1_000;
  return {
    stub,
    clock,
    client: new DnsClient({ servers: [stub.address], tries: 1, cache: { maxEntries, now } }),
  };
}

const records = ["192.0.2.1"];

test.each<[string, DnsEntry, number]>([
  ["for its TTL", { records, ttl: 60 }, 60],
  ["for an hour at most", { records, ttl: 86_400 }, 3_600],
  ["not at all when its TTL is 0 (E19)", { records, ttl: 0 }, 0],
  ["not at all when its TTL has the highest bit set", { records, ttl: 0x8000_0000 }, 0],
  ["for the SOA's TTL when there are no records", { ttl: 30 }, 30],
  ["for the SOA's MINIMUM when that is less", { ttl: 3_000 }, 60],
  ["for the SOA's TTL when the domain does not exist", { problem: "nxdomain", ttl: 30 }, 30],
  ["for 5 s when it is a failure", { problem: "servfail" }, 5],
  [
    "not at all when it is too large",
    { records: Array.from({ length: 300 }, (_, n) => `192.0.2.${n % 250}`) },
    0,
  ],
])("an answer is cached %s", async (_what, entry, seconds) => {
  const { stub, clock, client } = await start(entry);
  const first = await client.query("a.example", "A");
  clock.seconds = seconds - 1;
  const again = await client.query("A.example.", "A");
  const isTruncated = stub.queries.some(({ transport }) => transport === "tcp");
  const questions = () => stub.queries.length / (isTruncated ? 2 : 1);
  expect(questions()).toBe(seconds === 0 ? 2 : 1);
  expect(again).toEqual(first.ok ? { ...first, ttlSeconds: seconds === 0 ? expect.any(Number) : 1 } : first);
  clock.seconds = seconds;
  await client.query("a.example", "A");
  expect(questions()).toBe(seconds === 0 ? 3 : 2);
});

test("equal queries at the same time are sent once, even if the answer is not cached", async () => {
  const { stub, client } = await start({ records, ttl: 0 });
  const queries = [
    client.query("a.example", "A"),
    client.query("a.example", "A"),
    client.query("a.example", "AAAA"),
  ];
  expect(await Promise.all(queries)).toMatchObject([{ records }, { records }, { records: [] }]);
  expect(stub.queries).toHaveLength(2);
});

test("the oldest answer is evicted", async () => {
  const { stub, client } = await start({ records }, 2);
  for (const name of ["a", "b", "c", "b", "c", "a"]) await client.query(`${name}.example`, "A");
  expect(stub.queries.map(({ name }) => name[0])).toEqual(["a", "b", "c", "a"]);
});

test("a fresh query bypasses the cache, and its answer replaces the cached one", async () => {
  const { stub, client } = await start({ records, ttl: 60 });
  await client.query("a.example", "A");
  stub.set("a.example A", { records: ["192.0.2.9"], ttl: 60 });
  expect(await client.query("a.example", "A")).toMatchObject({ records });
  expect(await client.query("a.example", "A", { fresh: true })).toMatchObject({ records: ["192.0.2.9"] });
  expect(await client.query("a.example", "A")).toMatchObject({ records: ["192.0.2.9"] });
});
