import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";
import { loadLags } from "../../followers/index.ts";
import { followRollups } from "./follow-rollups.fixture.ts";
import { inventMail } from "./invented-mail.fixture.ts";
import {
  RETURNED,
  readLatencies,
  readLatenciesOfTags,
  readRollups,
  readTags,
  recountLatencies,
  recountLatenciesOfTags,
  recountMail,
  recountTags,
} from "./recount.fixture.ts";
import { rollupsFollower } from "./rollups-follower.ts";

const database = useDatabase();
let account: string;

beforeEach(async () => {
  await database.pool.query(
    "TRUNCATE emails, recipients, events, engagements, acceptances, counts, latencies, count_series, engagement_firsts, followers",
  );
  account = newId();
});

const recount = (minutes: number) => recountMail(database, minutes);
const rolledUp = (minutes: number, kind: string) => readRollups(database, minutes, kind);

test("the roll-ups equal a recount of all mail, events and engagements, in total and by tag, in both lengths of buckets", async () => {
  await inventMail(database, { accountId: account, days: 3, emails: 120, seed: 1 });
  await inventMail(database, { accountId: newId(), days: 3, emails: 60, seed: 2 });
  await followRollups(database, { limit: 7 });
  for (const minutes of [15, 60]) {
    const expected = await recount(minutes);
    expect(expected.length).toBeGreaterThan(100);
    expect(await rolledUp(minutes, "all")).toEqual(expected);
    expect(await rolledUp(minutes, "combination")).toEqual(expected);
    const ofTags = await recountTags(database, minutes);
    expect(ofTags.length).toBeGreaterThan(100);
    expect(await readTags(database, minutes)).toEqual(ofTags);
  }
});

test("the latencies equal a recount, also of scheduled mail; deliveries of deleted emails have none", async () => {
  await inventMail(database, { accountId: account, days: 2, emails: 120, seed: 7 });
  const { rowCount: deleted } = await database.pool.query(
    "DELETE FROM emails WHERE id IN (SELECT email_id FROM events WHERE type = 'delivered' ORDER BY email_id LIMIT 5)",
  );
  const { rowCount: scheduled } = await database.pool.query(
    `UPDATE emails SET scheduled_at = created_at + interval '2 s'
     WHERE id IN (SELECT email_id FROM events WHERE type = 'delivered' ORDER BY email_id DESC LIMIT 10)`,
  );
  expect([deleted, scheduled].every((changed) => Number(changed) > 0)).toBe(true);
  await followRollups(database, { limit: 50 });
  for (const minutes of [15, 60]) {
    const expected = await recountLatencies(database, minutes);
    expect(expected.length).toBeGreaterThan(30);
    expect(await readLatencies(database, minutes, "all")).toEqual(expected);
    expect(await readLatencies(database, minutes, "combination")).toEqual(expected);
    const ofTags = await recountLatenciesOfTags(database, minutes);
    expect(ofTags.length).toBeGreaterThan(10);
    expect(await readLatenciesOfTags(database, minutes)).toEqual(ofTags);
  }
});

test("mail is counted by tag, domain, stream, route and mailbox provider", async () => {
  await inventMail(database, { accountId: account, days: 1, emails: 80, seed: 3 });
  await followRollups(database);
  const { rows } = await database.pool.query(
    `SELECT s.kind, s.domain, s.stream, s.provider, s.route, s.tag_value, sum(c.count)::integer AS count FROM counts c
     JOIN count_series s ON s.account_id = c.account_id AND s.id = c.series_id
     WHERE c.type = 'delivered' AND c.step = 60 AND s.kind <> 'all' GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(c.count) <> 0 ORDER BY 1, 2, 3, 4, 5, 6`,
  );
  const { rows: expected } = await database.pool.query(
    `WITH delivered AS (
       SELECT split_part(lower(e.mail_from->>'address'), '@', 2) AS domain, coalesce(e.stream, 'transactional') AS stream,
         CASE r.domain WHEN 'gmail.com' THEN 'google.com' WHEN 'googlemail.com' THEN 'google.com' ELSE r.domain END AS provider,
         coalesce(v.detail->>'route', (SELECT u.detail->>'route' FROM events u WHERE u.email_id = v.email_id AND u.position = v.position AND u.type = 'uncertain')) AS route,
         e.tags->0->>'value' AS tag_value
       FROM events v JOIN emails e ON e.id = v.email_id JOIN recipients r ON r.email_id = v.email_id AND r.position = v.position
       WHERE v.type = 'delivered' AND (v.account_id, v.email_id, v.position) NOT IN (${RETURNED})
     )
     SELECT 'combination' AS kind, domain, stream, provider, route, '' AS tag_value, count(*)::integer AS count FROM delivered GROUP BY 2, 3, 4, 5
     UNION ALL SELECT 'tag', domain, stream, '', '', tag_value, count(*)::integer FROM delivered WHERE tag_value IS NOT NULL
       GROUP BY domain, stream, tag_value
     ORDER BY 1, 2, 3, 4, 5, 6`,
  );
  expect(expected.length).toBeGreaterThan(10);
  expect(rows).toEqual(expected);
});

test("latencies are counted in bins of less than 20 %", async () => {
  await inventMail(database, { accountId: account, days: 1, emails: 50, seed: 4 });
  await followRollups(database);
  const { rows } = await database.pool.query(
    `SELECT l.bin, sum(count)::integer AS count FROM latencies l JOIN count_series s ON s.id = l.series_id WHERE step = 15 AND kind = 'all' GROUP BY 1 ORDER BY 1`,
  );
  const { rows: deliveries } = await database.pool.query<{ ms: string }>(
    `SELECT extract(epoch FROM v.created_at - e.created_at) * 1000 AS ms FROM events v JOIN emails e ON e.id = v.email_id
     WHERE v.type = 'delivered' AND v.detail ? 'route'`,
  );
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(deliveries.length);
  for (const { bin, count } of rows) {
    const [low, high] = [2 ** (bin / 4), 2 ** ((bin + 1) / 4)];
    const inBin = deliveries.filter(({ ms }) => Number(ms) >= low - 0.001 && Number(ms) < high);
    expect(high / low).toBeLessThan(1.2);
    expect(Math.abs(inBin.length - count)).toBeLessThanOrEqual(1);
  }
});

test("a step that fails after its work has no effect, and is repeated exactly once", async () => {
  await inventMail(database, { accountId: account, days: 1, emails: 40, seed: 5 });
  await expect(
    database.db.transaction().execute(async (transaction) => {
      await followRollups({ db: transaction });
      throw new Error("killed");
    }),
  ).rejects.toThrow("killed");
  expect(await rolledUp(15, "all")).toEqual([]);
  await followRollups(database, { limit: 10 });
  await followRollups(database);
  expect(await rolledUp(15, "all")).toEqual(await recount(15));
});

test("emails that were stored before there were roll-ups are counted once", async () => {
  await inventMail(database, { accountId: account, days: 2, emails: 30, seed: 6 });
  await database.pool.query("TRUNCATE acceptances");
  await database.pool.query("INSERT INTO acceptances (account_id, after_id, up_to_id) VALUES ($1, $2, $3)", [
    account,
    firstIdAt(new Date(0)),
    firstIdAt(new Date()),
  ]);
  await followRollups(database);
  expect(await rolledUp(60, "all")).toEqual(await recount(60));
});

test("an email whose transaction commits after others is counted, too", async () => {
  const late = await database.pool.connect();
  const email = () =>
    draftEmail(account, { from: "a@sender.example", to: "b@c.example", subject: "x", text: "x" });
  try {
    await late.query("BEGIN");
    await late.query(
      `INSERT INTO emails (account_id, id, message_id, mail_from, mail_to, reply_to, subject, created_at)
       VALUES ($1, $2, 'x@c.example', '{"address": "a@sender.example"}', '[]', '[]', 'x', now() - interval '1 minute')`,
      [account, newId()],
    );
    await storeEmails(database, [email()]);
    await followRollups(database);
    await late.query("COMMIT");
  } finally {
    late.release();
  }
  await followRollups(database);
  expect(await rolledUp(60, "all")).toEqual(await recount(60));
});

test("tags above the limit of an account are counted together", async () => {
  const emails = Array.from({ length: 1_010 }, (_, n) =>
    draftEmail(account, {
      ...{ from: "a@sender.example", to: "b@c.example", subject: "x", text: "x" },
      tags: [{ name: "order", value: String(n) }],
    }),
  );
  await storeEmails(database, emails);
  await followRollups(database);
  await followRollups(database);
  await followRollups(database);
  const { rows } = await database.pool.query(
    `SELECT s.tag_name, sum(c.count)::integer AS count, count(DISTINCT s.id)::integer AS series FROM counts c
     JOIN count_series s ON s.id = c.series_id WHERE kind = 'tag' AND type = 'accepted' AND step = 60 GROUP BY 1 ORDER BY 1`,
  );
  expect(rows).toEqual([
    { tag_name: "(other)", count: 10, series: 1 },
    { tag_name: "order", count: 1_000, series: 1_000 },
  ]);
});

test("well-known providers and mail without a provider do not count towards an account's limit of providers", async () => {
  const email = (to: string) =>
    draftEmail(account, { from: "a@sender.example", to, subject: "x", text: "x" });
  await storeEmails(
    database,
    ["gmail.com", "outlook.com", "gmx.de", "web.de"].map((domain) => email(`a@${domain}`)),
  );
  await followRollups(database);
  await storeEmails(
    database,
    Array.from({ length: 105 }, (_, n) => email(`a@company${n}.example`)),
  );
  await followRollups(database);
  const { rows } = await database.pool.query(
    `SELECT provider LIKE 'company%' AS own, provider = '(other)' AS other, count(DISTINCT provider)::integer AS providers
     FROM count_series WHERE kind = 'combination' AND provider <> '' GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  expect(rows).toEqual([
    { own: false, other: false, providers: 4 },
    { own: false, other: true, providers: 1 },
    { own: true, other: false, providers: 100 },
  ]);
});

test("repeated updates of a count stay on their page", async () => {
  const email = () =>
    draftEmail(account, { from: "a@sender.example", to: "b@c.example", subject: "x", text: "x" });
  for (let n = 0; n < 30; n += 1) {
    await storeEmails(database, [email()]);
    await followRollups(database);
  }
  const { rows } = await database.pool.query(
    `SELECT pg_stat_get_tuples_updated(c) AS all, pg_stat_get_tuples_hot_updated(c) AS hot
     FROM (SELECT 'counts'::regclass::oid AS c, pg_stat_force_next_flush()) one`,
  );
  expect(Number(rows[0].all)).toBeGreaterThan(50);
  expect(Number(rows[0].hot) / Number(rows[0].all)).toBeGreaterThan(0.95);
});

test("a full step of accepted mail says that there is more, and the last one does not", async () => {
  const stored = async (rows: number, emailsEach: number) =>
    await database.pool.query(
      `INSERT INTO acceptances (account_id, email_ids)
       SELECT $1, array(SELECT gen_random_uuid() FROM generate_series(1, $3) WHERE n > 0) FROM generate_series(1, $2) n`,
      [account, rows, emailsEach],
    );
  const [afterId, beforeId] = [firstIdAt(new Date(0)), firstIdAt(new Date())];
  const step = async () =>
    await database.db
      .transaction()
      .execute((db) => rollupsFollower.step(db, { accountId: null, afterId, beforeId, limit: 5_000 }));
  await stored(501, 1);
  expect(await step()).toEqual({ cursor: beforeId, hasMore: true });
  expect(await step()).toEqual({ cursor: beforeId, hasMore: false });
  // Few rows with many emails each: a step with all of them could take longer than its timeout, again and again.
  await stored(3, 2_500);
  expect(await step()).toMatchObject({ hasMore: true });
  expect((await database.pool.query("SELECT FROM acceptances")).rowCount).toBe(1);
  expect(await step()).toMatchObject({ hasMore: false });
});

test("accepted mail that is not counted is part of the follower's lag", async () => {
  const lag = async () => (await loadLags(database)).find(({ follower }) => follower === "rollups")?.seconds;
  await followRollups(database);
  expect(await lag()).toBeLessThan(30);
  const [older, newer] = [600, 300].map((seconds) => firstIdAt(new Date(Date.now() - seconds * 1_000)));
  await database.pool.query("INSERT INTO acceptances (account_id, email_ids) VALUES ($1, $2), ($1, $3)", [
    account,
    [older],
    [newer],
  ]);
  expect(await lag()).toBeGreaterThan(590);
  await followRollups(database);
  expect(await lag()).toBeLessThan(30);
});

test("mail from before there were roll-ups is part of the follower's lag until it is counted", async () => {
  const lag = async () => (await loadLags(database)).find(({ follower }) => follower === "rollups")?.seconds;
  await inventMail(database, { accountId: account, days: 2, emails: 30, seed: 7 });
  await followRollups(database);
  await database.pool.query("INSERT INTO acceptances (account_id, after_id, up_to_id) VALUES ($1, $2, $3)", [
    account,
    firstIdAt(new Date(0)),
    firstIdAt(new Date()),
  ]);
  expect(await lag()).toBeGreaterThan(3_600);
  await followRollups(database);
  expect(await lag()).toBeLessThan(30);
});
