import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller, newAccount } from "../../../../test/harness/api-caller.ts";
import { firstIdAt } from "../../../platform/ids/index.ts";
import { followRollups } from "../rollups/follow-rollups.fixture.ts";
import { inventMail } from "../rollups/invented-mail.fixture.ts";
import { RETURNED } from "../rollups/recount.fixture.ts";
import { sumCounts, sumLatencies } from "./count-queries.ts";
import { loadRange } from "./load-range.ts";
import { readQuestion } from "./read-question.ts";

const api = useApi();
let caller: ApiCaller;
let account: string;

beforeAll(async () => {
  const created = await newAccount(api, "metrics@metrics.example");
  caller = created.caller;
  account = created.id;
  // 40 days before the end of November include the end of summer time in Europe and in America.
  await inventMail(api.database, { accountId: account, days: 45, emails: 400, seed: 11 });
  const other = await newAccount(api, "other@metrics.example");
  await inventMail(api.database, { accountId: other.id, days: 45, emails: 50, seed: 12 });
  await followRollups(api.database);
});

type Row = Record<string, string | number | null>;
const ask = async (
  query: string,
): Promise<{ totals: Row; rows: Row[]; from: string; to: string; counted_until: string }> => {
  const { status, body } = await caller.get(`/api/v1/metrics?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};

const COUNTED = `NOT (type = 'delivered' AND (account_id, email_id, position) IN (${RETURNED}))`;
const TYPES = ["delivered", "bounced", "deferred", "expired", "suppressed", "uncertain"];
const from = new Date(Date.now() - 44 * 86_400_000).toISOString().slice(0, 10);

/** Events by the calendar of a time zone, counted from the rows. */
async function recountBy(unit: string, timeZone: string): Promise<Map<string, Row>> {
  const { rows } = await api.database.pool.query(
    `SELECT to_char(date_trunc($2, created_at AT TIME ZONE $3), 'YYYY-MM-DD"T"HH24:MI:SS') AS period, type, count(*)::integer AS count
     FROM events WHERE account_id = $1 AND type <> 'queued' AND ${COUNTED} AND created_at >= $4::timestamp AT TIME ZONE $3 GROUP BY 1, 2`,
    [account, unit, timeZone, from],
  );
  const byPeriod = new Map<string, Row>();
  for (const { period, type, count } of rows)
    byPeriod.set(period, { ...byPeriod.get(period), [type]: count });
  return byPeriod;
}

test.each([
  ["day", "UTC"],
  ["day", "Asia/Kolkata"],
  ["day", "Asia/Kathmandu"],
  ["day", "Europe/Berlin"],
  ["day", "America/New_York"],
  ["day", "Australia/Lord_Howe"],
  ["day", "Pacific/Chatham"],
  ["week", "Asia/Kathmandu"],
  ["month", "America/St_Johns"],
])("each %s in %s has the events that the calendar there says (Q5)", async (granularity, timeZone) => {
  const { rows, totals } = await ask(
    `from=${from}&granularity=${granularity}&time_zone=${timeZone}&dimensions=period&metrics=${TYPES.join(",")}`,
  );
  const expected = await recountBy(granularity, timeZone);
  expect(expected.size).toBeGreaterThan(1);
  const none = Object.fromEntries(TYPES.map((type) => [type, 0]));
  expect(Object.fromEntries(rows.map(({ period, ...row }) => [String(period).slice(0, 19), row]))).toEqual(
    Object.fromEntries(
      rows.map(({ period }) => [
        String(period).slice(0, 19),
        { ...none, ...expected.get(String(period).slice(0, 19)) },
      ]),
    ),
  );
  const sum = (type: string) =>
    [...expected.values()].reduce((total, row) => total + Number(row[type] ?? 0), 0);
  expect(totals).toEqual(Object.fromEntries(TYPES.map((type) => [type, sum(type)])));
});

test("before 90 days, an hour counts where it begins, and rows add up in zones with half hours (Q5)", async () => {
  const old = await newAccount(api, "old@metrics.example");
  const day = (n: number) => new Date(Date.now() + (n - 100) * 86_400_000).toISOString().slice(0, 10);
  // A day in Kolkata begins at 18:30 UTC.
  const hours = [
    `${day(-1)}T18`,
    `${day(-1)}T19`,
    `${day(0)}T18`,
    `${day(0)}T19`,
    `${day(1)}T18`,
    `${day(1)}T19`,
  ];
  await api.database.pool.query(
    `WITH s AS (
       INSERT INTO count_series (account_id, kind, domain, stream, key_id, provider, route, tag_name, tag_value)
       SELECT $1, kind, '', '', 0, provider, '', '', '' FROM (VALUES ('all', ''), ('combination', 'gmail.com')) v (kind, provider) RETURNING id
     )
     INSERT INTO counts (account_id, series_id, step, bucket_at, type, detail, count)
     SELECT $1, s.id, 60, (h.hour || ':00:00Z')::timestamptz, 'delivered', '', 1 << n::integer
     FROM s, unnest($2::text[]) WITH ORDINALITY h (hour, n)`,
    [old.id, hours],
  );
  for (const dimensions of ["period", "period,provider"]) {
    const { status, body } = await old.caller.get(
      `/api/v1/metrics?from=${day(0)}&to=${day(2)}&time_zone=Asia/Kolkata&metrics=delivered&dimensions=${dimensions}`,
    );
    expect([status, body.totals]).toEqual([200, { delivered: 4 + 8 + 16 + 32 }]);
    expect(body.rows).toMatchObject([
      { period: `${day(0)}T00:00:00+05:30`, delivered: 4 + 8 },
      { period: `${day(1)}T00:00:00+05:30`, delivered: 16 + 32 },
    ]);
  }
});

test("a day at the end of summer time has 25 hours, and one of the hours occurs twice (Q5)", async () => {
  const { rows } = await ask(
    "from=2026-10-25&to=2026-10-26&time_zone=Europe/Berlin&granularity=hour&dimensions=period&metrics=delivered",
  );
  expect(rows).toHaveLength(25);
  expect(rows.slice(2, 4).map(({ period }) => period)).toEqual([
    "2026-10-25T02:00:00+02:00",
    "2026-10-25T02:00:00+01:00",
  ]);
  const day = await ask(
    "from=2026-10-24&to=2026-10-27&time_zone=Europe/Berlin&granularity=day&dimensions=period&metrics=delivered",
  );
  expect(day.rows.map(({ period }) => period)).toEqual([
    "2026-10-24T00:00:00+02:00",
    "2026-10-25T00:00:00+02:00",
    "2026-10-26T00:00:00+01:00",
  ]);
});

test.each([
  ["2026-11-10T12:00:00Z", "America/New_York", "2026-10-12T04:00:00.000Z"],
  ["2026-11-10T03:00:00Z", "America/New_York", "2026-10-11T04:00:00.000Z"],
  ["2026-04-05T12:00:00Z", "Europe/Berlin", "2026-03-06T23:00:00.000Z"],
  ["2026-04-05T12:00:00Z", "UTC", "2026-03-07T00:00:00.000Z"],
])(
  "at %s in %s, the default range begins at %s, also after a change of the clocks (Q5)",
  async (now, timeZone, from) => {
    const wanted = { from: undefined, to: undefined, timeZone, granularity: "day" as const };
    const range = await loadRange(api.database.db, { ...wanted, now: new Date(now) });
    expect([range.from.toISOString(), range.periods[0]?.local.slice(11)]).toEqual([from, "00:00:00"]);
  },
);

test("too many sums are an error, and are not cut off", async () => {
  const question = readQuestion(account, { dimensions: "period", metrics: "delivered,latency_p50_ms" });
  const range = await loadRange(api.database.db, {
    from,
    to: undefined,
    timeZone: "UTC",
    granularity: "day",
  });
  for (const load of [sumCounts, sumLatencies]) {
    const all = (await load(api.database.db, question, range)).length;
    expect(all).toBeGreaterThan(1);
    expect(await load(api.database.db, question, range, all)).toHaveLength(all);
    await expect(load(api.database.db, question, range, all - 1)).rejects.toMatchObject({
      code: "validation_failed",
      message: expect.stringContaining("request fewer dimensions"),
    });
  }
});

test("outcomes and open recipients add up to the recipients of the accepted emails", async () => {
  const { totals } = await ask(`from=${from}`);
  const outcomes = Object.entries(totals).filter(([name]) => name.startsWith("outcome_"));
  expect(outcomes.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(totals.recipients);
  expect(totals.recipients).toBeGreaterThan(100);
  expect(totals.accepted).toBeLessThan(Number(totals.recipients));
});

test("rates are those of the overview, and latencies are within 10 % of the exact percentiles", async () => {
  const { totals } = await ask(`from=${from}`);
  const [delivered, bounced, expired] = [totals.delivered, totals.bounced, totals.expired].map(Number) as [
    number,
    number,
    number,
  ];
  expect(totals.delivery_rate).toBeCloseTo(delivered / (delivered + bounced + expired), 10);
  expect(totals.bounce_rate).toBeCloseTo(bounced / (delivered + bounced + expired), 10);
  expect(totals.complaint_rate).toBe(Number(totals.complained) / delivered);
  const { rows } = await api.database.pool.query(
    `SELECT percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY extract(epoch FROM v.created_at - e.created_at) * 1000) AS exact
     FROM events v JOIN emails e ON e.account_id = v.account_id AND e.id = v.email_id
     WHERE v.account_id = $1 AND v.type = 'delivered' AND v.detail ? 'route' AND v.created_at >= $2::date`,
    [account, from],
  );
  for (const [n, name] of ["latency_p50_ms", "latency_p95_ms", "latency_p99_ms"].entries())
    expect(Number(totals[name]) / Number(rows[0].exact[n])).toSatisfy(
      (ratio: number) => ratio > 0.9 && ratio < 1.1,
    );
});

test("opens and clicks count people by default, and everyone on request", async () => {
  // A recipient who opened the mail before the range, too, is not unique in it.
  const count = async (condition: string) => {
    const { rows } = await api.database.pool.query(
      `SELECT sum(opens)::integer AS all, count(*) FILTER (WHERE first_at >= $2::date)::integer AS unique FROM (
         SELECT count(*) FILTER (WHERE created_at >= $2::date) AS opens, min(created_at) AS first_at FROM engagements
         WHERE account_id = $1 AND kind = 'open' AND ${condition} GROUP BY email_id, position) recipients`,
      [account, from],
    );
    return { opened: rows[0].all, unique_opened: rows[0].unique };
  };
  const metrics = "metrics=opened,unique_opened";
  expect((await ask(`from=${from}&${metrics}`)).totals).toEqual(await count("actor IN ('human', 'proxy')"));
  expect((await ask(`from=${from}&${metrics}&actor=any`)).totals).toEqual(await count("true"));
  expect((await ask(`from=${from}&metrics=opened&actor=bot`)).totals).toEqual({
    opened: (await count("actor = 'bot'")).opened,
  });
});

test("a single kind of actor has no first opens and clicks, and no rates of them", async () => {
  const { totals } = await ask("actor=scanner");
  for (const name of ["opened", "clicked", "delivered"]) expect(totals).toHaveProperty(name);
  for (const name of ["unique_opened", "unique_clicked", "open_rate", "click_rate"])
    expect(totals).not.toHaveProperty(name);
  expect((await ask("actor=any")).totals).toHaveProperty("unique_opened");
});

test("dimensions and filters divide the totals, and each filter returns the row of its value", async () => {
  const all = await ask(`from=${from}&metrics=delivered`);
  for (const dimension of ["domain", "stream", "provider", "route"]) {
    const { rows } = await ask(`from=${from}&metrics=delivered&dimensions=${dimension}`);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.reduce((sum, { delivered }) => sum + Number(delivered), 0)).toBe(all.totals.delivered);
    for (const row of rows) {
      const value = encodeURIComponent(String(row[dimension]));
      const { totals } = await ask(`from=${from}&metrics=delivered&${dimension}=${value}`);
      expect(totals.delivered).toBe(row.delivered);
    }
  }
});

test("opens, clicks, late bounces and confirmed deliveries have the route by which the message was delivered", async () => {
  const { rows } = await ask(
    `from=2020-01-01&granularity=month&metrics=unique_opened,clicked,bounced,delivered&actor=any&dimensions=route`,
  );
  const { rows: expected } = await api.database.pool.query(
    `WITH sent AS (
       SELECT email_id, position, detail->>'route' AS route FROM events
       WHERE account_id = $1 AND type IN ('delivered', 'uncertain') AND detail ? 'route'
     ), seen AS (
       SELECT route, count(DISTINCT (email_id, position)) FILTER (WHERE kind = 'open') AS unique_opened, count(*) FILTER (WHERE kind = 'click') AS clicked
       FROM engagements n JOIN sent USING (email_id, position) GROUP BY 1
     )
     SELECT route, unique_opened::integer, clicked::integer, (
       SELECT count(*)::integer FROM events v LEFT JOIN sent t USING (email_id, position)
       WHERE v.account_id = $1 AND v.type = 'bounced' AND coalesce(v.detail->>'route', t.route) = seen.route) AS bounced, (
       SELECT count(*)::integer FROM events v JOIN sent t USING (email_id, position)
       WHERE v.account_id = $1 AND v.type = 'delivered' AND t.route = seen.route AND (v.account_id, v.email_id, v.position) NOT IN (${RETURNED})) AS delivered
     FROM seen ORDER BY 1`,
    [account],
  );
  expect(expected.map(({ route }) => route)).toEqual(["direct", "relay one"]);
  expect(rows.filter(({ route }) => route !== "")).toEqual(expected);
  expect(rows.find(({ route }) => route === "")).toBeUndefined();
});

test("a tag has a row for each value, and totals of all mail", async () => {
  const { rows, totals } = await ask(`from=${from}&metrics=accepted&dimensions=tag`);
  expect(rows.map(({ tag }) => tag)).toEqual(["kind:news", "kind:receipt"]);
  expect(totals).toEqual((await ask(`from=${from}&metrics=accepted`)).totals);
  const { totals: news } = await ask(`from=${from}&metrics=accepted&tag=kind:news`);
  expect(news.accepted).toBe(rows[0]?.accepted);
});

test("a tag is combined with domain, stream, reason and period, and the figures are those of the events", async () => {
  const tagged = "from=2020-01-01&granularity=month";
  const { rows } = await ask(`${tagged}&metrics=delivered&dimensions=tag,domain,stream`);
  const { rows: expected } = await api.database.pool.query(
    `SELECT 'kind:' || (e.tags->0->>'value') AS tag, split_part(lower(e.mail_from->>'address'), '@', 2) AS domain,
       coalesce(e.stream, 'transactional') AS stream, count(*)::integer AS delivered
     FROM events v JOIN emails e ON e.id = v.email_id
     WHERE v.account_id = $1 AND v.type = 'delivered' AND (v.account_id, v.email_id, v.position) NOT IN (${RETURNED}) AND e.tags IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [account],
  );
  expect(expected.length).toBeGreaterThan(4);
  expect(rows).toEqual(expected);
  const sum = (list: Row[], name: string) => list.reduce((all, row) => all + Number(row[name]), 0);
  const one = { tag: "kind:news", domain: "sender.example", stream: "bulk" };
  const query = `${tagged}&tag=kind:news&domain=sender.example&stream=bulk`;
  const { totals } = await ask(`${query}&metrics=delivered`);
  expect(totals.delivered).toBe(expected.find((row) => isSubset(row, one)).delivered);
  const byPeriod = await ask(`${query}&metrics=delivered&dimensions=period`);
  expect(sum(byPeriod.rows, "delivered")).toBe(totals.delivered);
  const byReason = await ask(`${query}&dimensions=reason`);
  expect(sum(byReason.rows, "bounced")).toBe(byReason.totals.bounced);
});
const isSubset = (row: Row, part: Row) => Object.entries(part).every(([name, value]) => row[name] === value);

test("bounces and deferrals are divided by their reason, and the week by hours", async () => {
  const { rows, totals } = await ask(`from=${from}&dimensions=reason`);
  expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(["", "mailbox_full", "no_such_user"]));
  expect(rows.reduce((sum, { bounced }) => sum + Number(bounced), 0)).toBe(totals.bounced);
  const week = await ask(`from=${from}&dimensions=weekday,hour&metrics=delivered&time_zone=Asia/Kathmandu`);
  const { rows: expected } = await api.database.pool.query(
    `SELECT extract(isodow FROM created_at AT TIME ZONE 'Asia/Kathmandu')::integer AS weekday,
       extract(hour FROM created_at AT TIME ZONE 'Asia/Kathmandu')::integer AS hour, count(*)::integer AS delivered
     FROM events WHERE account_id = $1 AND type = 'delivered' AND ${COUNTED} AND created_at >= $2::timestamp AT TIME ZONE 'Asia/Kathmandu' GROUP BY 1, 2 ORDER BY 1, 2`,
    [account, from],
  );
  expect(week.rows).toEqual(expected);
});

test("the overview shows the same figures", async () => {
  const { body } = await sessionless(`/api/v1/metrics?from=${utcDaysAgo(13)}&dimensions=period`);
  const { rows } = await api.database.pool.query(
    "SELECT day::text, type, sum(count)::integer AS count FROM daily_counts WHERE account_id = $1 AND day >= $2 GROUP BY 1, 2",
    [account, utcDaysAgo(13)],
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { day, type, count } of rows)
    expect([day, type, body.rows.find(({ period }: Row) => String(period).startsWith(day))?.[type]]).toEqual([
      day,
      type,
      count,
    ]);
});
const sessionless = (url: string) => caller.get(url);
const utcDaysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("the export has the rows of the metrics as CSV", async () => {
  const { rows } = await ask(`from=${from}&dimensions=period&metrics=delivered,bounce_rate`);
  const { body, headers } = await caller.get(
    `/api/v1/metrics/export?from=${from}&dimensions=period&metrics=delivered,bounce_rate`,
  );
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(String(body).trim().replaceAll('"', "").split("\r\n")).toEqual([
    "period,delivered,bounce_rate",
    ...rows.map(({ period, delivered, bounce_rate }) => `${period},${delivered},${bounce_rate ?? ""}`),
  ]);
});

test.each([
  ["from=yesterday", "from"],
  ["from=2026-02-30", "from"],
  ["to=2026-01-01T25:00:00Z", "to"],
  ["from=2026-11-02&to=2026-11-01", "to"],
  ["time_zone=Mars/Olympus", "time_zone"],
  ["time_zone=%2B05:30", "time_zone"],
  ["granularity=minute", "granularity"],
  ["granularity=hour&from=2020-01-01", "granularity"],
  ["granularity=15m&from=2026-01-01", "granularity"],
  ["metrics=delivered,luck", "metrics"],
  ["metrics=delivered&dimensions=reason", "metrics"],
  ["dimensions=shoe_size", "dimensions"],
  ["tag=kind", "tag"],
  ["actor=nobody", "actor"],
  ["actor=bot&metrics=opened,unique_opened", "metrics"],
  ["actor=proxy&metrics=click_rate", "metrics"],
  ["key=0", "key"],
  ["surprise=1", "surprise"],
])("%s is rejected with the name of the parameter", async (query, path) => {
  const { status, problems } = await caller.get(`/api/v1/metrics?${query}`);
  expect([status, problems]).toEqual([422, [path]]);
});

test("counted_until is before accepted mail that is not counted", async () => {
  const tenMinutesAgo = new Date(Date.now() - 600_000);
  const waiting = [account, [firstIdAt(tenMinutesAgo)]];
  await api.database.pool.query("INSERT INTO acceptances (account_id, email_ids) VALUES ($1, $2)", waiting);
  expect((await ask("metrics=accepted")).counted_until).toBe(tenMinutesAgo.toISOString());
  // The mail of another account does not matter.
  const { counted_until } = (await keyCaller(api).get("/api/v1/metrics")).body;
  expect(Date.parse(counted_until)).toBeGreaterThan(tenMinutesAgo.getTime());
  await followRollups(api.database);
  expect(Date.parse((await ask("metrics=accepted")).counted_until)).toBeGreaterThan(tenMinutesAgo.getTime());
});

test("another account's mail is not counted (L7)", async () => {
  const { totals } = (await keyCaller(api).get("/api/v1/metrics")).body;
  expect(totals).toMatchObject({ accepted: 0, delivered: 0, delivery_rate: null, latency_p95_ms: null });
});
