import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { type DomainWorld, openDomainWorld } from "../domains.fixture.ts";
import { claimDueDomains } from "../queries.ts";
import { checkDueDomains } from "./check-due-domains.ts";

let world: DomainWorld;
beforeAll(async () => {
  world = await openDomainWorld();
});
afterAll(() => world.close());

test("each due domain is checked by only one of two concurrent runs", async () => {
  const names = Array.from({ length: 6 }, (_, index) => `due-${index}.example`);
  for (const name of names) await world.claim(world.us, name);
  await world.deps.database.pool.query(
    "UPDATE domains SET check_at = CASE WHEN name LIKE 'due-%' THEN now() - interval '1 s' ELSE now() + interval '1 day' END",
  );
  const counts = await Promise.all([checkDueDomains(world.deps), checkDueDomains(world.deps)]);
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(6);
  expect(await checkDueDomains(world.deps)).toBe(0);
  for (const name of names) expect((await world.detail(world.us, name)).checked_at).not.toBeNull();
});

test.each([
  [5, 2],
  [3, 5],
])("%i domains of an account whose name servers do not reply delay no other account", async (slow, fast) => {
  const { database, dns } = world.deps;
  const own = Array.from({ length: slow }, (_, n) => `never-${slow}-${n}.example`);
  const others = Array.from({ length: fast }, (_, n) => `fast-${slow}-${n}.example`);
  for (const name of own) await world.claim(world.us, name);
  for (const name of others) await world.claim(world.them, name);
  await database.pool.query(
    "UPDATE domains SET check_at = now() + CASE WHEN name = ANY ($1) THEN '-2 s' WHEN name = ANY ($2) THEN '-1 s' ELSE '1 day' END::interval",
    [own, others],
  );
  const { promise: reply, resolve } = Promise.withResolvers<void>();
  const query = (async (name: string, type: "TXT") => {
    if (name.includes("never-")) await reply;
    return await dns.query(name, type);
  }) as typeof dns.query;
  const run = checkDueDomains({ ...world.deps, dns: { query } });
  const checked = async () =>
    (await Promise.all(others.map((name) => world.detail(world.them, name)))).every(
      ({ checked_at }) => checked_at !== null,
    );
  await until(checked, { what: "the other account's domains to be checked" });
  resolve();
  expect(await run).toBe(slow + fast);
});

test("the account whose domains were checked last comes last", async () => {
  const { database } = world.deps;
  await world.claim(world.us, "turn-us.example");
  await world.claim(world.them, "turn-them.example");
  await database.pool.query(
    `UPDATE domains SET checked_at = now() - CASE account_id WHEN $1 THEN '1 min' ELSE '1 day' END::interval,
       check_at = now() + CASE name WHEN 'turn-us.example' THEN '-2 s' WHEN 'turn-them.example' THEN '-1 s' ELSE '1 day' END::interval`,
    [world.us],
  );
  for (const name of ["turn-them.example", "turn-us.example"])
    expect(await claimDueDomains(database, 1)).toMatchObject([{ name }]);
});
