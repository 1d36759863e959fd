import { expect, test } from "vitest";
import { makeDnsStubs } from "../../../../test/harness/dns-stubs.ts";
import { DnsClient } from "../../dns/index.ts";
import { type FetchPolicy, MtaSts, type StsPolicy } from "./mta-sts.ts";

const startDns = makeDnsStubs();
const DAY_MS = 24 * 60 * 60_000;
const domain = "a.example";
const record = (id: string) => ({ records: [`v=STSv1; id=${id};`], ttl: 0 });
const file = (mode = "enforce", maxAge = 1_000_000) =>
  `version: STSv1\nmode: ${mode}\nmx: mx.a.example\nmax_age: ${maxAge}\n`;

/** A domain with the given record and policy file, and a sender with its own clock. */
async function start(stored: StsPolicy | null = null) {
  const dns = await startDns({ "_mta-sts.a.example TXT": record("1"), "b.example A": ["192.0.2.1"] });
  const client = new DnsClient({ servers: [dns.address], tries: 1, cache: { maxEntries: 0 } });
  const world = { now: 1_800_000_000_000, stored, fetches: [] as string[], answer: served(file()) };
  const sender = () =>
    new MtaSts({
      dns: client,
      fetch: async (url) => {
        world.fetches.push(url);
        return world.answer;
      },
      load: async () => world.stored,
      save: async (policy) => {
        world.stored = policy;
      },
      now: () => new Date(world.now),
    });
  return { dns, world, sender };
}

type Answer = Awaited<ReturnType<FetchPolicy>>;
const served = (text: string, contentType: string | null = "text/plain"): Answer => ({
  ok: true,
  bytes: Buffer.from(text),
  contentType,
});
const failed = (reason: string): Answer => ({ ok: false, reason });
const none = { policy: null, note: null };

test("a policy is found by its record, fetched and stored (E26)", async () => {
  const { world, sender } = await start();
  const policy = {
    domain,
    id: "1",
    mode: "enforce",
    mx: ["mx.a.example"],
    maxAgeSeconds: 1_000_000,
    fetchedAt: new Date(world.now),
  };
  expect(await sender().policyOf(domain)).toEqual({ policy, note: null });
  expect(world.stored).toEqual(policy);
  expect(world.fetches).toEqual(["https://mta-sts.a.example/.well-known/mta-sts.txt"]);
});

test("a stored policy survives a restart without another fetch (E26)", async () => {
  const { world, sender } = await start();
  await sender().policyOf(domain);
  world.answer = failed("must not be fetched again");
  world.now += DAY_MS - 1;
  expect(await sender().policyOf(domain)).toEqual({ policy: world.stored, note: null });
  expect(world.fetches).toHaveLength(1);
});

test.each([
  ["no record", { records: [] }],
  ["no such name", { problem: "nxdomain" }],
  ["a lookup that fails", { problem: "servfail" }],
  ["two records", { records: ["v=STSv1; id=1;", "v=STSv1; id=2;"] }],
] as const)(
  "with %s nothing is fetched, and a stored policy applies until it expires (E26)",
  async (_what, entry) => {
    const { dns, world, sender } = await start();
    const { policy } = await sender().policyOf(domain);
    dns.set("_mta-sts.a.example TXT", {
      ...entry,
      records: "records" in entry ? [...entry.records] : [],
      ttl: 0,
    });
    world.now += 1_000_000_000 - 1;
    expect(await sender().policyOf(domain)).toEqual({ policy, note: null });
    world.now += 1;
    expect(await sender().policyOf(domain)).toEqual(none);
    expect(world.fetches).toHaveLength(1);
  },
);

test.each<[string, Answer, string]>([
  ["a timeout", failed("leads to a server that takes too long"), "takes too long"],
  ["a redirect", failed("leads to a redirect, which is not followed"), "redirect"],
  ["another media type", served(file(), "text/html; charset=utf-8"), "not served as text/plain"],
  ["no media type", served(file(), null), "not served as text/plain"],
  ["a file that is not a policy", served("hello"), "not a field"],
])("after %s no new policy applies, and a stored one still does (E26)", async (_what, answer, note) => {
  const fresh = await start();
  fresh.world.answer = answer;
  expect(await fresh.sender().policyOf(domain)).toEqual({
    policy: null,
    note: expect.stringContaining(note),
  });
  const known = await start();
  const { policy } = await known.sender().policyOf(domain);
  known.dns.set("_mta-sts.a.example TXT", record("2"));
  known.world.answer = answer;
  expect(await known.sender().policyOf(domain)).toEqual({ policy, note: expect.stringContaining(note) });
  expect(known.world.stored).toEqual(policy);
});

test("a failure is remembered for five minutes, and only for the same id (E26)", async () => {
  const { dns, world, sender } = await start();
  const mtaSts = sender();
  world.answer = failed("leads to a redirect");
  const first = await mtaSts.policyOf(domain);
  world.answer = served(file());
  world.now += 5 * 60_000 - 1;
  expect(await mtaSts.policyOf(domain)).toEqual(first);
  dns.set("_mta-sts.a.example TXT", record("2"));
  expect(await mtaSts.policyOf(domain)).toMatchObject({ policy: { id: "2" } });
  dns.set("_mta-sts.a.example TXT", record("1"));
  world.now += 1;
  expect(await mtaSts.policyOf(domain)).toMatchObject({ policy: { id: "1" }, note: null });
});

test.each([
  ["a new id", "2", 0],
  ["a day without a fetch", "1", DAY_MS],
  ["the end of max_age", "1", 1_000_000_000],
])("%s causes another fetch (E26)", async (_name, id, laterMs) => {
  const { dns, world, sender } = await start();
  await sender().policyOf(domain);
  dns.set("_mta-sts.a.example TXT", record(id));
  world.now += laterMs;
  world.answer = served(file("none"));
  expect(await sender().policyOf(domain)).toMatchObject({
    policy: { mode: "none", id, fetchedAt: new Date(world.now) },
  });
});

test("many messages at once cause one fetch", async () => {
  const { world, sender } = await start();
  const mtaSts = sender();
  await Promise.all(Array.from({ length: 20 }, () => mtaSts.policyOf(domain)));
  expect(world.fetches).toHaveLength(1);
});

test("a subdomain does not use its parent's policy", async () => {
  const { world, sender } = await start();
  expect(await sender().policyOf("sub.a.example")).toEqual(none);
  expect(world.fetches).toEqual([]);
});
