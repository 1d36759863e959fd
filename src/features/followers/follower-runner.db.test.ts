import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../../test/harness/database.ts";
import { until } from "../../../test/harness/until.ts";
import type { Database } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import { recordAccountEvents, subjectOf } from "../account-events/index.ts";
import type { FollowerDefinition } from "../follower-definition.ts";
import { takeInstanceFollower } from "./declared-followers.ts";
import { FollowerRunner } from "./follower-runner.ts";
import { stepFollower } from "./step-follower.ts";

const log = createLogger("silent", "test");

/** Counts account events by type, in a table of the test. */
function counter(change: Partial<FollowerDefinition> = {}): FollowerDefinition {
  return {
    name: "test_counter",
    scope: "instance",
    begins: "oldest",
    step: async (transaction, { accountId, afterId, beforeId, limit }) => {
      const { rows } = await sql<{ id: string; type: string }>`
        SELECT id, type FROM account_events WHERE id > ${afterId} AND id < ${beforeId} AND (${accountId}::uuid IS NULL OR account_id = ${accountId})
        ORDER BY id LIMIT ${limit}`.execute(transaction);
      for (const { type } of rows)
        await sql`INSERT INTO test_counts VALUES (${type}, 1) ON CONFLICT (type) DO UPDATE SET n = test_counts.n + 1`.execute(
          transaction,
        );
      return { cursor: rows.length === limit ? (rows.at(-1)?.id ?? beforeId) : beforeId };
    },
    ...change,
  };
}

async function openWorld() {
  const database = await openTestDatabase({ max: 8 });
  await database.pool.query("CREATE TABLE test_counts (type text PRIMARY KEY, n integer NOT NULL)");
  const accountId = await addAccount(database);
  const run = (definition = counter()) => {
    const runner = new FollowerRunner({ database, log, followers: [definition], takeEveryMs: 50 });
    runner.start();
    onTestFinished(() => runner.stop());
    return runner;
  };
  const record = (count: number, id = accountId) =>
    recordAccountEvents(
      database.db,
      Array.from({ length: count }, (_, n) => ({
        accountId: id,
        type: n % 2 === 0 ? ("domain.added" as const) : ("domain.verified" as const),
        subjectId: subjectOf("domain", `d${n}.example`),
      })),
    );
  const counts = async () => {
    const { rows } = await database.pool.query<{ type: string; n: number }>(
      "SELECT * FROM test_counts ORDER BY 1",
    );
    return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
  };
  return { database, accountId, run, record, counts };
}

async function addAccount({ pool }: Database): Promise<string> {
  const id = newId();
  await pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Test')", [id]);
  return id;
}

test("a follower of the instance does each event of all accounts once, those before its first start too", async () => {
  const { database, run, record, counts } = await openWorld();
  await record(101);
  run();
  run();
  await until(async () => (await counts())["domain.added"] === 51, { what: "the stored events" });
  await record(20, await addAccount(database));
  await until(async () => (await counts())["domain.verified"] === 60, { what: "the new events" });
  expect(await counts()).toEqual({ "domain.added": 61, "domain.verified": 60 });
});

test("each account has a follower of its own, which begins with the next event", async () => {
  const { database, run, record, counts, accountId } = await openWorld();
  await record(10);
  run(counter({ scope: "account", begins: "next" }));
  const other = await addAccount(database);
  await until(
    async () =>
      (await database.pool.query("SELECT FROM followers WHERE shard = $1", [accountId])).rowCount === 1,
    { what: "the follower" },
  );
  expect(
    (await database.pool.query("SELECT FROM followers WHERE shard = $1", [other])).rowCount,
  ).toBeLessThan(2);
  await record(4);
  await until(async () => (await counts())["domain.verified"] === 2, { what: "the new events" });
  expect(await counts()).toEqual({ "domain.added": 2, "domain.verified": 2 });
});

test("a step that fails stores nothing and is retried", async () => {
  const { run, record, counts } = await openWorld();
  await record(10);
  let failures = 2;
  const { step } = counter();
  run(
    counter({
      step: async (transaction, page) => {
        const stepped = await step(transaction, page);
        if (
          stepped.cursor === page.beforeId &&
          (await sql`SELECT FROM test_counts`.execute(transaction)).rows.length > 0 &&
          failures-- > 0
        )
          throw new Error("after the effect");
        return stepped;
      },
    }),
  );
  await until(async () => (await counts())["domain.added"] === 5, { what: "the events" });
  expect(failures).toBeLessThan(1);
  expect(await counts()).toEqual({ "domain.added": 5, "domain.verified": 5 });
});

test("a process that lost its follower writes nothing", async () => {
  const { database, run, record, counts } = await openWorld();
  const runner = run();
  await until(async () => (await database.pool.query("SELECT FROM followers")).rowCount === 1, {
    what: "the follower",
  });
  await runner.stop();
  const definition = counter();
  const first = await takeInstanceFollower(database, definition.name);
  if (!first) throw new Error("the follower is not free");
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
  const { database, run } = await openWorld();
  const runner = run();
  await until(async () => (await database.pool.query("SELECT FROM followers")).rowCount === 1, {
    what: "the follower",
  });
  await runner.stop();
  const definition = counter({ step: async () => ({ cursor: "ffffffff-ffff-ffff-ffff-ffffffffffff" }) });
  const held = await takeInstanceFollower(database, definition.name);
  if (!held) throw new Error("the follower is not free");
  await expect(
    stepFollower(database, definition, { ...held, windowMs: 60_000, limit: 5_000 }),
  ).rejects.toThrow("outside of its page");
});

test("a follower without new events that has more work goes on without a pause", async () => {
  const { database, run } = await openWorld();
  // With a pause after each step, they would take 40 s.
  const items = 100;
  await database.pool.query("CREATE TABLE test_items AS SELECT generate_series(1, $1::integer) AS n", [
    items,
  ]);
  run(
    counter({
      step: async (transaction, { beforeId }) => {
        const { rows } =
          await sql`DELETE FROM test_items WHERE n = (SELECT min(n) FROM test_items) RETURNING n`.execute(
            transaction,
          );
        return { cursor: beforeId, hasMore: rows.length > 0 };
      },
    }),
  );
  await until(async () => (await database.pool.query("SELECT FROM test_items")).rowCount === 0, {
    what: "the items",
  });
});

test("a step is done without new events, too, because the follower may have other work", async () => {
  const { database, run } = await openWorld();
  const runner = run();
  await until(async () => (await database.pool.query("SELECT FROM followers")).rowCount === 1, {
    what: "the follower",
  });
  await runner.stop();
  const held = await takeInstanceFollower(database, "test_counter");
  if (!held) throw new Error("the follower is not free");
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

test("a follower without work makes no step, and seldom writes; its cursor and its lease follow the time", async () => {
  const { database, run, record, counts } = await openWorld();
  const { step } = counter();
  let steps = 0;
  let questions = 0;
  run(
    counter({
      hasWork: async (db, afterId) => {
        questions += 1;
        const { rows } = await sql`SELECT FROM account_events WHERE id > ${afterId} LIMIT 1`.execute(db);
        return rows.length > 0;
      },
      step: async (transaction, page) => {
        steps += 1;
        return await step(transaction, page);
      },
    }),
  );
  const row = async () => {
    const { rows } = await database.pool.query("SELECT xmin, cursor, leased_until FROM followers");
    return rows[0];
  };
  const isLater = (one: Awaited<ReturnType<typeof row>>, before: typeof one) =>
    one.cursor > before.cursor && one.leased_until > before.leased_until;
  await until(async () => (await row())?.leased_until, { what: "the follower" });
  const atFirst = await row();
  await until(async () => isLater(await row(), atFirst), { what: "a later cursor and lease" });
  expect(steps).toBe(0);

  const writes = new Set<string>();
  const askedBefore = questions;
  while (questions < askedBefore + 12) writes.add((await row()).xmin);
  expect(writes.size).toBeLessThan(6);

  await record(10);
  await until(async () => (await counts())["domain.added"] === 5, { what: "the events" });
  expect(await counts()).toEqual({ "domain.added": 5, "domain.verified": 5 });
});
