import { sql } from "kysely";
import { expect, test } from "vitest";
import { until } from "../../../test/harness/until.ts";
import { addAccount, counter, openWorld } from "./follower-world.fixture.ts";

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

test("a follower without work makes no step, and seldom writes; its cursor and its lease follow the time", async () => {
  const { database, run, record, counts } = await openWorld();
  const { step } = counter();
  let steps = 0;
  let questions = 0;
  run(
    counter({
      begins: "next",
      hasWork: async (db, { afterId }) => {
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

test("a follower of an account that fails does not stop those of other accounts", async () => {
  const { database, run, record, counts } = await openWorld();
  await record(4);
  await record(4, await addAccount(database));
  const { step } = counter();
  let failedFor: string | null = null;
  run(
    counter({
      scope: "account",
      step: async (transaction, page) => {
        failedFor ??= page.accountId;
        if (page.accountId === failedFor) throw new Error("always");
        return await step(transaction, page);
      },
    }),
  );
  // Less than a lease, which is 20 s.
  await until(async () => (await counts())["domain.verified"] === 2, { what: "the events", within: 10_000 });
});
