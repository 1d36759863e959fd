import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, newAccount } from "../../../../test/harness/api-caller.ts";
import { followRollups } from "../rollups/follow-rollups.fixture.ts";
import { inventMail } from "../rollups/invented-mail.fixture.ts";
import { COUNT_METRICS } from "./metric-catalog.ts";

const api = useApi();
let caller: ApiCaller;
let account: string;

beforeAll(async () => {
  ({ caller, id: account } = await newAccount(api, "exact@metrics.example"));
  await inventMail(api.database, { accountId: account, days: 20, emails: 300, seed: 21 });
  // People who opened and clicked before the range do so again in it.
  await api.database.pool.query(
    `INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, created_at)
     SELECT account_id, event_id(at, uuid_send(gen_random_uuid())), email_id, position, kind, 'human', 90, at
     FROM engagements, LATERAL (SELECT now() - interval '5 days' AS at) again WHERE created_at < now() - interval '15 days'`,
  );
  const other = await newAccount(api, "other@metrics.example");
  await inventMail(api.database, { accountId: other.id, days: 20, emails: 50, seed: 22 });
  await followRollups(api.database);
});

type Row = Record<string, string | number | null>;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const ask = async (query: string): Promise<{ totals: Row; rows: Row[] }> => {
  const { status, body } = await caller.get(`/api/v1/metrics?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};

const COUNTS = Object.keys(COUNT_METRICS);
const sumBy = (rows: Row[], names: string[]) => {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = names.map((name) => row[name]).join(" ");
    const sum = sums.get(key) ?? {};
    for (const name of COUNTS) sum[name] = Number(sum[name] ?? 0) + Number(row[name]);
    sums.set(key, sum);
  }
  return Object.fromEntries(sums);
};

test.each(["human", "any"])(
  "tags by key, provider and route add up to the roll-ups of the tags, in a range in the middle of the mail (actor %s)",
  async (actor) => {
    const query = `from=${daysAgo(14)}&to=${daysAgo(3)}&actor=${actor}&metrics=${COUNTS.join(",")}`;
    const ofTags = await ask(`${query}&dimensions=tag,domain,stream`);
    const exact = await ask(`${query}&dimensions=tag,domain,stream,key,provider,route`);
    expect(exact.rows.length).toBeGreaterThan(ofTags.rows.length * 5);
    const names = ["tag", "domain", "stream"];
    const expected = sumBy(ofTags.rows, names);
    for (const name of [
      "accepted",
      "recipients",
      "tracked",
      "delivered",
      "outcome_bounced",
      "opened",
      "unique_clicked",
    ])
      expect(Math.max(...Object.values(expected).map((row) => Number(row[name]))), name).toBeGreaterThan(0);
    expect(sumBy(exact.rows, names)).toEqual(expected);
    expect(exact.totals).toEqual((await ask(query)).totals);
  },
);

test("the reasons of bounces of a tag, by provider and route, are those of the events", async () => {
  const query = `from=${daysAgo(14)}&dimensions=provider,route,reason`;
  const { rows } = await ask(`${query}&tag=kind:news`);
  const { rows: receipts } = await ask(`${query}&tag=kind:receipt`);
  const { rows: expected } = await api.database.pool.query(
    `SELECT CASE r.domain WHEN 'gmail.com' THEN 'google.com' WHEN 'googlemail.com' THEN 'google.com' ELSE r.domain END AS provider,
       v.detail->>'route' AS route, v.detail->>'meaning' AS reason,
       count(*) FILTER (WHERE v.type = 'bounced')::integer AS bounced, count(*) FILTER (WHERE v.type = 'deferred')::integer AS deferred
     FROM events v JOIN emails e ON e.id = v.email_id JOIN recipients r ON r.email_id = v.email_id AND r.position = v.position
     WHERE v.account_id = $1 AND v.type IN ('bounced', 'deferred') AND v.detail ? 'meaning' AND v.created_at >= $2::date
       AND e.tags->0->>'value' = 'news'
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [account, daysAgo(14)],
  );
  expect(expected.length).toBeGreaterThan(5);
  // Late bounces have no reason.
  expect(rows.filter(({ reason }) => reason !== "")).toEqual(expected);
  expect(receipts).not.toEqual(rows);
});

test("filters divide the figures of a tag, and latencies and periods are those of the roll-ups", async () => {
  const query = `from=${daysAgo(14)}&tag=kind:news`;
  const { totals } = await ask(`${query}&metrics=delivered,latency_p50_ms,latency_p95_ms`);
  const byRoute = await ask(`${query}&metrics=delivered&dimensions=route`);
  let [delivered, inPeriods] = [0, 0];
  for (const { route } of byRoute.rows) {
    const filtered = `${query}&metrics=delivered&route=${encodeURIComponent(String(route))}`;
    delivered += Number((await ask(filtered)).totals.delivered);
    const { rows } = await ask(`${filtered}&dimensions=period`);
    inPeriods += rows.reduce((sum, row) => sum + Number(row.delivered), 0);
  }
  expect(delivered).toBe(totals.delivered);
  expect(inPeriods).toBe(totals.delivered);
  const { rows, totals: exact } = await ask(
    `${query}&metrics=delivered,latency_p50_ms,latency_p95_ms&dimensions=route`,
  );
  expect(exact).toEqual(totals);
  const latencies = rows.map(({ latency_p95_ms }) => Number(latency_p95_ms));
  const bounds = [Math.min(...latencies), Math.max(...latencies)] as const;
  expect(totals.latency_p95_ms).toBeGreaterThanOrEqual(bounds[0]);
  expect(totals.latency_p95_ms).toBeLessThanOrEqual(bounds[1]);
});

test("a range with more than a million facts is refused, with the number and what to do", async () => {
  await api.database.pool.query(
    `INSERT INTO counts SELECT account_id, id, 60, date_trunc('hour', now()) - interval '40 days', 'accepted', '', 1000001
     FROM count_series WHERE account_id = $1 AND kind = 'all'`,
    [account],
  );
  const refused = await caller.get(`/api/v1/metrics?from=${daysAgo(60)}&dimensions=tag,provider`);
  expect([refused.status, refused.problems]).toEqual([422, ["from"]]);
  expect(refused.body.error.message).toMatch(/at most 1000000 .* has 10\d{5}; choose a shorter range$/);
  // The roll-ups have no such limit.
  await ask(`from=${daysAgo(60)}&dimensions=tag`);
  await ask(`from=${daysAgo(14)}&dimensions=tag,provider`);
});

test("a question about mail of an account that was empty when PostgreSQL made its statistics is answered within the timeout", async () => {
  const { caller: asker, id } = await newAccount(api, "new@metrics.example");
  await api.database.pool.query("ANALYZE emails, events, recipients, engagements");
  await inventMail(api.database, { accountId: id, days: 20, emails: 900, seed: 23 });
  const { status, body } = await asker.get(`/api/v1/metrics?from=${daysAgo(14)}&dimensions=tag,provider`);
  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.rows.length).toBeGreaterThan(0);
});
