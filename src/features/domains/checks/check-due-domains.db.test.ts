import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { type DomainWorld, openDomainWorld } from "../domains.fixture.ts";
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

/** Makes domains due in this order, and no others. */
async function makeDue(names: readonly string[]): Promise<void> {
  await world.deps.database.pool.query(
    `UPDATE domains SET check_at = now() +
       coalesce((array_position($1, name) - 1000) * interval '1 s', interval '1 day')`,
    [names],
  );
}

/** DNS without replies for names that begin with `never-`, until `reply` is called. */
function slowDns() {
  const { dns } = world.deps;
  const { promise: replied, resolve: reply } = Promise.withResolvers<void>();
  const asked = new Set<string>();
  const query = (async (name: string, type: "TXT") => {
    const slow = name.match(/never-.*/)?.[0];
    if (slow) {
      asked.add(slow);
      await replied;
    }
    return await dns.query(name, type);
  }) as typeof dns.query;
  return { deps: { ...world.deps, dns: { query } }, asked, reply };
}

test.each([
  [5, 2],
  [3, 5],
  [5, 5],
])(
  "%i domains of an account whose name servers do not reply do not delay %i of another",
  async (slow, fast) => {
    const own = Array.from({ length: slow }, (_, n) => `never-${slow}-${fast}-${n}.example`);
    const others = Array.from({ length: fast }, (_, n) => `fast-${slow}-${fast}-${n}.example`);
    for (const name of own) await world.claim(world.us, name);
    for (const name of others) await world.claim(world.them, name);
    await makeDue([...own, ...others]);
    const { deps, reply } = slowDns();
    const run = checkDueDomains(deps);
    const checked = async () =>
      (await Promise.all(others.map((name) => world.detail(world.them, name)))).every(
        ({ checked_at }) => checked_at !== null,
      );
    await until(checked, { what: "the other account's domains to be checked" });
    reply();
    expect(await run).toBe(slow + fast);
  },
);

test("domains that become due during a slow check are checked beside it", async () => {
  const names = Array.from({ length: 4 }, (_, n) => `never-late-${n}.example`);
  for (const name of names) await world.claim(world.us, name);
  await makeDue(names.slice(0, 1));
  const { deps, asked, reply } = slowDns();
  const run = checkDueDomains(deps);
  await until(() => asked.size === 1, { what: "the first check" });
  await makeDue(names.slice(1));
  await until(() => asked.size === 4, { what: "four checks at the same time" });
  reply();
  expect(await run).toBe(4);
});
