import { beforeEach, expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import { findSuppressed } from "../find-suppressed.ts";
import { SuppressionsApi } from "../suppressions-api.fixture.ts";
import { sweepSuppressions } from "../sweep-suppressions.ts";
import { countSoftBounce } from "./count-soft-bounce.ts";

const api = new SuppressionsApi();
let deliveredAt: Date | null;
const lastDeliveredAt = async () => deliveredAt;
beforeEach(async () => {
  api.account = await api.createAccount();
  deliveredAt = null;
});

/** Moves the counted bounces into the past. */
const passDays = (days: number) =>
  api.database.pool.query(
    `UPDATE soft_bounces SET first_at = first_at - make_interval(days => $2), last_at = last_at - make_interval(days => $2)
     WHERE account_id = $1`,
    [api.account, days],
  );

async function bounce(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1)
    await countSoftBounce(
      { database: api.database, lastDeliveredAt },
      {
        accountId: api.account,
        address: "Ada@example.com",
        emailId: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
        detail: "452 4.2.2 mailbox full",
      },
    );
}

async function isSuppressed(): Promise<boolean> {
  const asked = {
    accountId: api.account,
    addressKeys: ["ada@example.com"],
    stream: "transactional" as const,
  };
  return (await findSuppressed(api.database, asked)).size > 0;
}

test("five rejections over four days suppress the address for 30 days, with the reply's text", async () => {
  await bounce(4);
  await passDays(4);
  expect(await isSuppressed()).toBe(false);
  await bounce(1);
  expect(await isSuppressed()).toBe(true);
  const { reason, source, detail, expires_at } = await api.get("ada@example.com");
  expect([reason, source.type, detail]).toEqual([
    "hard_bounce",
    "email",
    expect.stringMatching(/^rejected 5 emails since .*452 4\.2\.2 mailbox full$/),
  ]);
  const days = (Date.parse(expires_at ?? "") - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
});

test("the suppression names the event and reply of the last rejection", async () => {
  const emailId = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
  const eventId = newId();
  await bounce(4);
  await passDays(4);
  await api.database.pool.query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, state)
     VALUES ($1, $2, 0, 'Ada@example.com', 'ada@example.com', 'expired')`,
    [api.account, emailId],
  );
  await api.database.pool.query(
    `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail)
     VALUES ($1, $2, $3, 0, 7, 'expired', $4)`,
    [api.account, emailId, eventId, { code: 452, enhanced: "4.2.2", host: "mx.example.com", phase: "rcpt" }],
  );
  await bounce(1);
  expect(await api.get("ada@example.com")).toMatchObject({
    event: { id: eventId, email_id: emailId },
    reply: { code: 452, status: "4.2.2", host: "mx.example.com", phase: "rcpt" },
  });
});

test("four rejections, or any number within a few days, do not suppress", async () => {
  await bounce(3);
  await passDays(10);
  await bounce(1);
  expect(await isSuppressed()).toBe(false);
  api.account = await api.createAccount();
  await bounce(20);
  await passDays(3);
  await bounce(1);
  expect(await isSuppressed()).toBe(false);
});

test("a delivery restarts the count", async () => {
  await bounce(4);
  await passDays(5);
  deliveredAt = new Date();
  await bounce(1);
  deliveredAt = new Date(0);
  await passDays(5);
  await bounce(3);
  expect(await isSuppressed()).toBe(false);
  await bounce(1);
  expect(await isSuppressed()).toBe(true);
});

test("old rejections do not count", async () => {
  await bounce(4);
  await passDays(61);
  await bounce(1);
  expect(await isSuppressed()).toBe(false);
  await passDays(61);
  await sweepSuppressions(api.database);
  const { rows } = await api.database.pool.query("SELECT FROM soft_bounces WHERE account_id = $1", [
    api.account,
  ]);
  expect(rows).toEqual([]);
});
