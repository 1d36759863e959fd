/** Statistics of the compatible APIs, read with the unmodified SDKs `resend` and `postmark` from npm. */
import { ServerClient } from "postmark";
import { Resend } from "resend";
import { afterAll, beforeAll, expect, test } from "vitest";
import { followRollups } from "../../src/features/analytics/rollups/follow-rollups.fixture.ts";
import { inventMail } from "../../src/features/analytics/rollups/invented-mail.fixture.ts";
import { RETURNED } from "../../src/features/analytics/rollups/recount.fixture.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { type ListeningApi, listeningApi } from "../harness/listening-api.ts";

/** A bounce after the delivery takes it back. Captured mail has reached its destination, the inbox. */
const STAYED = `type IN ('delivered', 'captured') AND (account_id, email_id, position) NOT IN (${RETURNED})`;

let api: ListeningApi;
let resend: Resend;
let postmark: ServerClient;
let account: string;

beforeAll(async () => {
  api = await listeningApi();
  resend = new Resend(api.key, { baseUrl: `${api.url}/compat/resend` });
  postmark = new ServerClient(api.key, {
    useHttps: false,
    requestHost: `${new URL(api.url).host}/compat/postmark`,
  });
  account = (await api.database.pool.query("SELECT id FROM accounts")).rows[0].id;
  await inventMail(api.database, { accountId: account, days: 5, emails: 150, seed: 21 });
  await api.database.pool.query(
    `UPDATE emails SET tags = '[{"name": "tag", "value": "welcome"}]', tracking = '{"opens": true, "clicks": true, "host": "x"}'
     WHERE id::text < (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id::text) FROM emails)`,
  );
  await api.database.pool.query(
    "UPDATE engagements SET agent = (ARRAY['Gmail image proxy', 'Apple Mail', 'Chrome', NULL])[1 + position % 4]",
  );
  await api.database.pool.query(
    `UPDATE events SET type = 'captured' WHERE type = 'delivered' AND email_id::text ~ '[0-3]$'
       AND (account_id, email_id, position) NOT IN (${RETURNED})`,
  );
  await followRollups(api.database);
});
afterAll(() => api.close());

async function count(condition: string, table = "events"): Promise<number> {
  const { rows } = await api.database.pool.query(
    `SELECT count(*)::integer AS n FROM ${table} WHERE account_id = $1 AND ${condition}`,
    [account],
  );
  return rows[0].n;
}

test("resend.emails.metrics returns all 22 metrics, and the totals are those of the events", async () => {
  expect(await count("type = 'captured'")).toBeGreaterThan(0);
  const { data, error } = await resend.emails.metrics();
  expect(error).toBeNull();
  expect(data).toMatchObject({ object: "metrics", granularity: "daily", dimensions: [] });
  expect(data?.metrics).toHaveLength(22);
  expect(Object.keys(data?.totals ?? {})).toEqual(data?.metrics);
  expect(data?.totals).toMatchObject({
    received: 0,
    sent: await count("true", "recipients"),
    delivered: await count(STAYED),
    bounced: await count("type = 'bounced'"),
    bounced_permanent: await count("detail->>'meaning' = 'no_such_user' AND type = 'bounced'"),
    bounced_transient: await count("detail->>'meaning' = 'mailbox_full' AND type = 'bounced'"),
    bounced_undetermined: await count("detail->>'late' = 'true'"),
    delivery_delayed: await count("type = 'deferred'"),
    failed: await count("type = 'expired'"),
    suppressed: await count("type = 'suppressed'"),
    opened: await count("kind = 'open' AND actor IN ('human', 'proxy')", "engagements"),
  });
  const { delivered = 0, sent = 1, delivery_rate } = data?.totals ?? {};
  expect(delivery_rate).toBe(delivered / sent);
});

test("resend.emails.metrics divides by period and domain, with the metrics that the program names", async () => {
  const { data, error } = await resend.emails.metrics({
    dimensions: ["period", "domain"],
    metrics: ["delivered", "bounced_permanent"],
    timezone: "Asia/Kolkata",
    granularity: "daily",
  });
  expect(error).toBeNull();
  expect(data?.data?.length).toBeGreaterThan(5);
  const sum = (name: "delivered" | "bounced_permanent") =>
    data?.data?.reduce((all, row) => all + (row[name] ?? 0), 0);
  expect([sum("delivered"), sum("bounced_permanent")]).toEqual([
    data?.totals.delivered,
    data?.totals.bounced_permanent,
  ]);
  expect(new Set(data?.data?.map(({ domain_name }) => domain_name))).toEqual(
    new Set(["sender.example", "other.example"]),
  );
  expect(data?.data?.[0]).toEqual({
    period: expect.stringMatching(/^\d{4}-\d\d-\d\dT18:30:00\.000Z$/),
    domain_id: expect.any(String),
    domain_name: expect.any(String),
    delivered: expect.any(Number),
    bounced_permanent: expect.any(Number),
  });
  const one = await resend.emails.metrics({ domainId: ["sender.example"], metrics: ["delivered"] });
  expect(one.data?.totals.delivered).toBeLessThan(data?.totals.delivered ?? 0);
});

test("resend.emails.metrics adds up the domains that the program names, each once and one after the other", async () => {
  const both = ["sender.example", "other.example"];
  const delivered = async (domainId: string[]) =>
    (await resend.emails.metrics({ domainId, metrics: ["delivered"] })).data?.totals.delivered;
  const { data } = await resend.emails.metrics({ metrics: ["delivered"] });
  expect(await delivered(both)).toBe(data?.totals.delivered);
  expect(await delivered([...both, "Sender.example", "other.example"])).toBe(data?.totals.delivered);
  const waiting: number[] = [];
  const { pool } = api.database;
  pool.on("acquire", () => waiting.push(pool.waitingCount));
  const unused = Array.from({ length: 48 }, (_, n) => `d${n}.example`);
  expect(await delivered([...both, ...unused])).toBe(data?.totals.delivered);
  expect(waiting.length).toBeGreaterThan(100);
  expect(Math.max(...waiting)).toBeLessThan(5);
});

test("resend.emails.metrics counts single emails from their events", async () => {
  const { rows: chosen } = await api.database.pool.query<{ id: string; domain: string }>(
    "SELECT id, lower(split_part(mail_from->>'address', '@', 2)) AS domain FROM emails ORDER BY id DESC LIMIT 100",
  );
  const emailId = chosen.map(({ id }) => id);
  const of = `email_id = ANY ('{${emailId.join(",")}}')`;
  const { data, error } = await resend.emails.metrics({ dimensions: ["email", "domain"], emailId });
  expect(error).toBeNull();
  expect(data?.totals).toMatchObject({
    sent: await count(of, "recipients"),
    delivered: await count(`${STAYED} AND ${of}`),
    bounced: await count(`type = 'bounced' AND ${of}`),
    bounced_permanent: await count(`detail->>'meaning' = 'no_such_user' AND type = 'bounced' AND ${of}`),
    opened: await count(`kind = 'open' AND actor IN ('human', 'proxy') AND ${of}`, "engagements"),
  });
  expect(data?.data?.map(({ email_id, domain_name }) => [email_id, domain_name]).sort()).toEqual(
    chosen.map(({ id, domain }) => [id, domain]).sort(),
  );
  for (const { email_id, delivered } of data?.data ?? [])
    expect(delivered).toBe(await count(`${STAYED} AND email_id = '${email_id}'`));
  const [one] = chosen;
  const byDay = await resend.emails.metrics({ dimensions: ["period"], emailId: [one?.id ?? ""] });
  expect(byDay.data?.data?.reduce((sum, { sent }) => sum + (sent ?? 0), 0)).toBe(byDay.data?.totals.sent);
  const elsewhere = await resend.emails.metrics({ emailId, domainId: ["unused.example"] });
  expect(elsewhere.data?.totals).toMatchObject({ sent: 0, delivered: 0 });
});

test("resend.emails.metrics names what it does not support and what is wrong", async () => {
  const single = await resend.emails.metrics({ dimensions: ["email"] });
  expect(single.error).toMatchObject({ statusCode: 501, message: expect.stringContaining("email_id") });
  const broadcast = await resend.emails.metrics({ dimensions: ["broadcast"] });
  expect(broadcast.error).toMatchObject({ statusCode: 501, message: expect.stringContaining("broadcasts") });
  const noId = await resend.emails.metrics({ emailId: ["42"] });
  expect(noId.error).toMatchObject({ statusCode: 422, message: expect.stringContaining("42") });
  const many = await resend.emails.metrics({ emailId: Array(101).fill(newId()) });
  expect(many.error).toMatchObject({
    statusCode: 422,
    message: expect.stringContaining("more than 100 ids"),
  });
  const domainId = Array.from({ length: 51 }, (_, n) => `d${n}.example`);
  const wide = await resend.emails.metrics({ domainId });
  expect(wide.error).toMatchObject({
    statusCode: 422,
    message: expect.stringContaining("`domain_id` parameter has more than 50 domains"),
  });
  const wrong = await resend.emails.metrics({ timezone: "Mars/Olympus" });
  expect(wrong.error).toMatchObject({ statusCode: 422, message: expect.stringContaining("Mars/Olympus") });
});

test("postmark's overview and series are those of the events", async () => {
  const sent = await count("true", "recipients");
  const bounced = await count("type = 'bounced'");
  const overview = await postmark.getOutboundOverview();
  expect(overview).toMatchObject({
    Sent: sent,
    Bounced: bounced,
    BounceRate: Math.round((bounced / sent) * 100_000) / 1_000,
    SpamComplaints: 0,
    WithLinkTracking: 0,
    WithOpenTracking: 0,
    TotalTrackedLinksSent: 0,
    WithClientRecorded: 0,
    WithPlatformRecorded: 0,
    WithReadTimeRecorded: 0,
    Opens: await count("kind = 'open' AND actor IN ('human', 'proxy')", "engagements"),
  });
  const sends = await postmark.getSentCounts();
  expect(sends.Sent).toBe(sent);
  expect(sends.Days.reduce((all: number, { Sent }: { Sent: number }) => all + Sent, 0)).toBe(sent);
  const { rows } = await api.database.pool.query(
    `SELECT to_char(e.created_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD') AS "Date", count(*)::integer AS "Sent"
     FROM recipients r JOIN emails e ON e.account_id = r.account_id AND e.id = r.email_id GROUP BY 1 ORDER BY 1`,
  );
  expect(sends.Days).toEqual(rows);
  expect(await postmark.getBounceCounts()).toMatchObject({
    HardBounce: await count("detail->>'meaning' = 'no_such_user' AND type = 'bounced'"),
    SoftBounce: await count("detail->>'meaning' = 'mailbox_full' AND type = 'bounced'"),
  });
  const clicks = await count("kind = 'click' AND actor IN ('human', 'proxy')", "engagements");
  expect((await postmark.getClickCounts()).Clicks).toBe(clicks);
  expect((await postmark.getSpamComplaintsCounts()).SpamComplaint).toBe(0);
});

test("postmark's statistics are limited to a range of days and to a stream", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const day = await postmark.getOutboundOverview({ fromDate: today, toDate: today });
  expect(day.Sent).toBeLessThan((await postmark.getOutboundOverview()).Sent);
  const bulk = await postmark.getOutboundOverview({ messageStream: "broadcast" });
  const other = await postmark.getOutboundOverview({ messageStream: "outbound" });
  expect(bulk.Sent + other.Sent).toBe(await count("true", "recipients"));
  const [{ sent }] = (
    await api.database.pool.query(
      `SELECT count(*)::integer AS sent FROM recipients r JOIN emails e ON e.account_id = r.account_id AND e.id = r.email_id
       WHERE e.stream = 'bulk' AND e.tags @> '[{"name": "tag", "value": "welcome"}]'`,
    )
  ).rows as [{ sent: number }];
  expect(sent).toBeGreaterThan(0);
  expect(await postmark.getOutboundOverview({ messageStream: "broadcast", tag: "welcome" })).toMatchObject({
    Sent: sent,
  });
  await expect(postmark.getOutboundOverview({ fromDate: "yesterday" })).rejects.toThrow(
    "fromdate: must be a date",
  );
});

const PEOPLE = "actor IN ('human', 'proxy')";
const sumOf = (days: Record<string, unknown>[], name: string) =>
  days.reduce((sum, day) => sum + Number(day[name] ?? 0), 0);

test("postmark's opens and clicks are divided by program and by platform", async () => {
  const seen = (kind: string, agent: string) =>
    count(`kind = '${kind}' AND ${PEOPLE} AND agent IS NOT DISTINCT FROM ${agent}`, "engagements");
  const clients = await postmark.getEmailOpenClientUsage();
  expect(clients).toMatchObject({
    Gmail: await seen("open", "'Gmail image proxy'"),
    "Apple Mail": await seen("open", "'Apple Mail'"),
    Chrome: await seen("open", "'Chrome'"),
  });
  expect(clients.Gmail).toBeGreaterThan(0);
  expect(sumOf(clients.Days, "Gmail")).toBe(clients.Gmail);
  expect(clients.Days[0]).toMatchObject({ Date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  const platforms = await postmark.getEmailOpenPlatformUsage();
  expect(platforms).toMatchObject({
    Desktop: 0,
    Mobile: 0,
    WebMail: clients.Gmail + clients.Chrome,
    Unknown: clients["Apple Mail"],
  });
  const browsers = await postmark.getClickBrowserUsage();
  expect(browsers).toMatchObject({ Chrome: await seen("click", "'Chrome'") });
  const devices = await postmark.getClickPlatformUsage();
  expect(devices.Unknown).toBe(await count(`kind = 'click' AND ${PEOPLE}`, "engagements"));
  const welcome = await postmark.getEmailOpenClientUsage({ tag: "welcome" });
  expect(welcome.Gmail).toBeGreaterThan(0);
  expect(welcome.Gmail).toBeLessThan(clients.Gmail);
  const path = `${api.url}/compat/postmark/stats/outbound/opens/emailclients`;
  const response = await fetch(path, { headers: { "x-postmark-server-token": api.key } });
  expect([response.status, await response.json()]).toEqual([200, clients]);
});

test("postmark's tracked emails and the places of clicks; read times are not recorded", async () => {
  const of = "EXISTS (SELECT FROM emails e WHERE e.id = email_id AND tracking IS NOT NULL)";
  const tracked = await postmark.getTrackedEmailCounts();
  expect(tracked.Tracked).toBe(await count(of, "recipients"));
  expect(tracked.Tracked).toBeGreaterThan(0);
  expect(sumOf(tracked.Days, "Tracked")).toBe(tracked.Tracked);
  expect(await postmark.getOutboundOverview()).toMatchObject({ Tracked: tracked.Tracked });
  const { HTML, Text, Days } = await postmark.getClickLocation();
  expect([HTML, Text]).toEqual([await count(`kind = 'click' AND ${PEOPLE}`, "engagements"), 0]);
  expect(sumOf(Days, "HTML")).toBe(HTML);
  await expect(postmark.getEmailOpenReadTimes()).rejects.toMatchObject({ statusCode: 501, code: 501 });
});
