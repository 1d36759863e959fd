import { expect, test } from "vitest";
import type { Database } from "../../platform/db/index.ts";
import { addDeclared, takeInstanceFollower } from "./declared-followers.ts";
import { counter, openWorld } from "./follower-world.fixture.ts";
import { stepFollower } from "./step-follower.ts";

async function addAndTake(database: Database) {
  await addDeclared(database, counter());
  const held = await takeInstanceFollower(database, counter().name);
  if (!held) throw new Error("the follower is not free");
  return held;
}

test("a process that lost its follower writes nothing", async () => {
  const { database, record, counts } = await openWorld();
  const definition = counter();
  const first = await addAndTake(database);
  expect(await takeInstanceFollower(database, definition.name)).toBeNull();
  await database.pool.query("UPDATE followers SET leased_until = now() - interval '1 s'");
  const second = await takeInstanceFollower(database, definition.name);
  if (!second) throw new Error("the follower is not free after its lease");
  await record(10);
  const window = { windowMs: 172_800_000, limit: 5_000 };
  expect(await stepFollower(database, definition, { ...first, ...window })).toBeNull();
  expect(await counts()).toEqual({});
  expect(await stepFollower(database, definition, { ...second, ...window })).toMatchObject({
    hasMore: false,
  });
  expect(await counts()).toEqual({ "domain.added": 5, "domain.verified": 5 });
});

test("a follower whose cursor leaves its page is an error", async () => {
  const { database } = await openWorld();
  const definition = counter({ step: async () => ({ cursor: "ffffffff-ffff-ffff-ffff-ffffffffffff" }) });
  const held = await addAndTake(database);
  await expect(
    stepFollower(database, definition, { ...held, windowMs: 60_000, limit: 5_000 }),
  ).rejects.toThrow("outside of its page");
});

test("a step is done without new events, too, because the follower may have other work", async () => {
  const { database } = await openWorld();
  const held = await addAndTake(database);
  // As if an open transaction kept all new events back.
  await database.pool.query(
    "UPDATE followers SET cursor = event_id(now() + interval '1 hour', decode(repeat('00', 16), 'hex'))",
  );
  const pages: string[][] = [];
  const definition = counter({
    step: async (_, { afterId, beforeId }) => {
      pages.push([afterId, beforeId]);
      return { cursor: beforeId, hasMore: true };
    },
  });
  expect(await stepFollower(database, definition, { ...held, windowMs: 60_000, limit: 5_000 })).toMatchObject(
    { hasMore: true },
  );
  expect(pages).toHaveLength(1);
  expect(pages[0]?.[0]).toBe(pages[0]?.[1]);
});

test("a step asks for work only at the end of the feed, and only about its page", async () => {
  const { database, record, counts } = await openWorld();
  const held = await addAndTake(database);
  await record(10);
  await database.pool.query(
    "UPDATE followers SET cursor = event_id(now() - interval '1 hour', decode(repeat('00', 16), 'hex'))",
  );
  const questions: object[] = [];
  const pages: object[] = [];
  const { step } = counter();
  const definition = counter({
    hasWork: async (_, { afterId, beforeId }) => questions.push({ afterId, beforeId }) > 0,
    step: async (transaction, page) => {
      pages.push({ afterId: page.afterId, beforeId: page.beforeId });
      return await step(transaction, page);
    },
  });
  const stepFor = async (minutes: number) =>
    await stepFollower(database, definition, { ...held, windowMs: minutes * 60_000, limit: 5_000 });
  expect(await stepFor(10)).toMatchObject({ hasMore: true });
  expect([questions.length, pages.length]).toEqual([0, 1]);
  expect(await stepFor(120)).toMatchObject({ hasMore: false });
  expect(questions).toEqual([pages[1]]);
  expect(await counts()).toEqual({ "domain.added": 5, "domain.verified": 5 });
});
