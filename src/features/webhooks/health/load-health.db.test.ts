import { expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import { loadWebhook, openWorld } from "../send/webhook-world.fixture.ts";
import { loadHealth } from "./load-health.ts";

test("the numbers of a webhook are those of its bars", async () => {
  const world = await openWorld();
  const { database, accountId, target } = world;
  // One attempt in each quarter of an hour of two days.
  await database.pool.query(
    `INSERT INTO webhook_attempt_counts (account_id, webhook_id, period, has_succeeded, within_ms, count)
     SELECT $1, $2, date_bin('15 minutes', now() - make_interval(mins => 15 * n), 'epoch'), n % 2 = 0, 5, 1 FROM generate_series(0, 191) AS n`,
    [accountId, target.id],
  );
  const webhook = await loadWebhook(world);
  const health = (await loadHealth(database, accountId, webhook ? [webhook] : [])).get(target.id);
  const sum = (numbers: number[] = []) => numbers.reduce((total, number) => total + number, 0);
  expect(health?.hours).toHaveLength(24);
  expect(health?.attempts_24h).toBe(sum(health?.hours.map(({ succeeded, failed }) => succeeded + failed)));
  expect((health?.success_24h ?? 0) * (health?.attempts_24h ?? 0)).toBeCloseTo(
    sum(health?.hours.map(({ succeeded }) => succeeded)),
  );
});

test("events that are retried and those that failed for good are counted, without samples", async () => {
  const world = await openWorld();
  const { database, accountId, target } = world;
  const deliveries = [
    { state: "succeeded" },
    { state: "pending", due_at: new Date() },
    { state: "failed" },
    { state: "failed" },
    { state: "failed", is_test: true },
  ] as const;
  await database.db
    .insertInto("webhook_deliveries")
    .values(
      deliveries.map((delivery) => ({
        ...{ account_id: accountId, webhook_id: target.id, event_id: newId(), subject: newId() },
        ...{ type: "email.delivered", attempts: 1, tries: 1, ...delivery },
      })),
    )
    .execute();
  const webhook = await loadWebhook(world);
  const health = await loadHealth(database, accountId, webhook ? [webhook] : []);
  expect(health.get(target.id)).toMatchObject({ retrying: 1, failed: 2 });
});
