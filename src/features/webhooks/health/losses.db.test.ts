import { expect, test } from "vitest";
import { sweepFeed } from "../../feed/retention/sweep-feed.ts";
import { loadWebhook, type Opened, openWorld } from "../send/webhook-world.fixture.ts";
import { loadHealth } from "./load-health.ts";
import { mailLosses } from "./losses.ts";

/** Retention removes events that are two days old and that no webhook has read. */
async function loseEvents({ database, accountId }: Opened, count: number): Promise<void> {
  const { pool } = database;
  await pool.query("UPDATE accounts SET event_retention_days = 1 WHERE id = $1", [accountId]);
  await pool.query(
    "UPDATE followers SET cursor = event_id(now() - interval '3 days', decode(repeat('00', 16), 'hex'))",
  );
  await pool.query(
    `INSERT INTO account_events (account_id, id, type, subject_id)
     SELECT $1, event_id(now() - interval '2 days', uuid_send(gen_random_uuid())), 'contact.created', $1 FROM generate_series(1, $2)`,
    [accountId, count],
  );
  await sweepFeed(database);
}

async function healthOf(world: Opened) {
  const webhook = await loadWebhook(world);
  return (await loadHealth(world.database, world.accountId, webhook ? [webhook] : [])).get(world.target.id);
}

test("events that retention removed before the webhook had read them are counted, and mailed once until it works again", async () => {
  const world = await openWorld();
  const mails: { key: string | undefined; text: string }[] = [];
  const mail = () =>
    mailLosses({
      database: world.database,
      baseUrl: "http://localhost:3000",
      notifyUsers: async (_account, { text }, key) => void mails.push({ key, text: text ?? "" }),
    });
  await mail();
  expect(await healthOf(world)).toMatchObject({ lost: 0, lost_at: null });
  await loseEvents(world, 3);
  await mail();
  await mail();
  expect(await healthOf(world)).toMatchObject({ lost: 3, lost_at: expect.stringMatching(/Z$/) });
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining("lost up to 3 events")]);
  // It still fails, so no second mail.
  await loseEvents(world, 2);
  await mail();
  expect(mails).toHaveLength(1);
  await world.database.pool.query("UPDATE webhooks SET last_success_at = now()");
  await loseEvents(world, 1);
  await mail();
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ key }) => key)).size).toBe(2);
  expect(mails[1]?.text).toContain("lost up to 6 events");
  // It works again, and has lost nothing since.
  await world.database.pool.query("UPDATE webhooks SET last_success_at = now()");
  await mail();
  expect(mails).toHaveLength(2);
});

test("a mail that could not be stored comes again with the same key, also if more events were lost since", async () => {
  const world = await openWorld();
  await loseEvents(world, 1);
  const keys: (string | undefined)[] = [];
  const mail = (fails: boolean) =>
    mailLosses({
      database: world.database,
      baseUrl: "http://localhost:3000",
      notifyUsers: async (_account, _mail, key) => {
        keys.push(key);
        if (fails) throw new Error("down");
      },
    });
  await expect(mail(true)).rejects.toThrow("down");
  await loseEvents(world, 1);
  await mail(false);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});
