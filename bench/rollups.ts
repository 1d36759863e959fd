import { signUpAndCreateKey } from "../test/harness/api-client.ts";
import { startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { runSql } from "../test/harness/run-sql.ts";
import { drainQueue } from "./drain-queue.ts";
import { queryOn } from "./query-on.ts";
import { median, type Row, round } from "./report.ts";
import { hasSmtpSink, startSmtpSink } from "./smtp-sink.ts";

const DAYS = 90;
/** Combinations of domain, stream, key, provider and route with mail in each quarter of an hour. */
const COMBINATIONS = 8;
const EVENTS = 100_000_000;

const BINS = 16;

/** 90 days by day at the counts of 100 million events, read by the API. `lags.ts` measures the lag of the roll-ups. */
export async function measureRollups(): Promise<Row[]> {
  const posthouse = await startPosthouse({ roles: ["api"], env: { LOG_LEVEL: "warn" } });
  try {
    const { key } = await signUpAndCreateKey(posthouse);
    const url = posthouse.databaseUrl();
    const [{ id }] = (await queryOn<{ id: string }>(
      posthouse,
      "SELECT account_id AS id FROM memberships LIMIT 1",
    )) as [{ id: string }];
    await runSql(url, fill(id));
    const [{ rows: filled }] = (await queryOn<{ rows: number }>(
      posthouse,
      "SELECT ((SELECT count(*) FROM counts) + (SELECT count(*) FROM latencies))::integer AS rows",
    )) as [{ rows: number }];
    const ask = async (query: string) => {
      const from = new Date(Date.now() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
      const times: number[] = [];
      for (let n = 0; n < 30; n += 1) {
        const startedAt = performance.now();
        const response = await fetch(`${posthouse.baseUrl}/api/v1/metrics?from=${from}&${query}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`the metrics returned ${response.status}`);
        if (n >= 5) times.push(performance.now() - startedAt);
      }
      return times.toSorted((a, b) => a - b);
    };
    const row = (what: string, times: number[], most: number | null): Row => ({
      what,
      value: median(times),
      unit: "ms",
      bar: most === null ? null : { most },
      behind: `p95 ${round(times[Math.floor(times.length * 0.95)] ?? 0)} ms, ${filled.toLocaleString("en")} rows of roll-ups`,
    });
    return [
      row("metrics of 90 days by day, all metrics", await ask("dimensions=period"), 50),
      row("the same in Asia/Kathmandu", await ask("dimensions=period&time_zone=Asia/Kathmandu"), null),
      row("the same by provider", await ask("dimensions=provider"), null),
    ];
  } finally {
    await stopAndRemove(posthouse);
  }
}

/** As many rows as mail of all hours leaves, with counts that add up to EVENTS deliveries. */
function fill(account: string): string {
  const each = Math.round(EVENTS / (DAYS * 96));
  return `
    INSERT INTO count_series (account_id, kind, domain, stream, key_id, provider, route, tag_name, tag_value)
      SELECT '${account}'::uuid, 'all', '', '', 0, '', '', '', ''
      UNION ALL SELECT '${account}'::uuid, 'combination', 'd' || n % 3 || '.example', 'transactional', 1, 'provider' || n || '.example', 'direct', '', ''
      FROM generate_series(1, ${COMBINATIONS}) n ON CONFLICT DO NOTHING;
    INSERT INTO counts
      SELECT '${account}'::uuid, s.id, step, at, type, detail, (${each} * step / 15 / CASE s.kind WHEN 'all' THEN 1 ELSE ${COMBINATIONS} END / CASE type WHEN 'delivered' THEN 1 ELSE 20 END)
      FROM count_series s CROSS JOIN (VALUES (15), (60)) steps (step)
      CROSS JOIN LATERAL generate_series(date_trunc('hour', now()) - interval '${DAYS} days', now() - interval '2 hours', make_interval(mins => step)) at
      CROSS JOIN (VALUES ('accepted', ''), ('recipients', ''), ('delivered', ''), ('outcome_delivered', ''), ('deferred', 'greylisted'), ('deferred', 'rate_limited'),
        ('bounced', 'no_such_user'), ('bounced', 'mailbox_full'), ('outcome_bounced', '')) types (type, detail)
      WHERE s.account_id = '${account}' ON CONFLICT DO NOTHING;
    INSERT INTO latencies
      SELECT '${account}'::uuid, s.id, step, at, 30 + bin, ${each} * step / 15 / ${BINS}
      FROM count_series s CROSS JOIN (VALUES (15), (60)) steps (step)
      CROSS JOIN LATERAL generate_series(date_trunc('hour', now()) - interval '${DAYS} days', now() - interval '2 hours', make_interval(mins => step)) at
      CROSS JOIN generate_series(1, ${BINS}) bin WHERE s.account_id = '${account}' ON CONFLICT DO NOTHING;
    ANALYZE counts; ANALYZE latencies; ANALYZE count_series`;
}

/** Deliveries of one worker with the follower of the roll-ups, and without. */
export async function measureRolledUpDelivery({
  seconds,
  rounds,
}: {
  seconds: number;
  rounds: number;
}): Promise<Row[]> {
  if (!hasSmtpSink()) return [];
  const sink = await startSmtpSink();
  const turns: { on: Awaited<ReturnType<typeof drainQueue>>; off: Awaited<ReturnType<typeof drainQueue>> }[] =
    [];
  try {
    for (let turn = 0; turn < rounds; turn += 1) {
      const off = await drainQueue(sink, { seconds, followers: false });
      turns.push({ off, on: await drainQueue(sink, { seconds }) });
    }
  } finally {
    await sink.stop();
  }
  const of = (side: "on" | "off", figure: "rate" | "postgresMicros") =>
    median(turns.map((turn) => turn[side][figure]));
  return [
    {
      what: "delivery with the roll-ups",
      value: median(turns.map(({ on, off }) => on.rate / off.rate)),
      unit: "×",
      bar: { least: 0.95 },
      behind: `${round(of("on", "rate"))}/s, without ${round(of("off", "rate"))}/s; PostgreSQL ${round(of("on", "postgresMicros"))} µs for each email, without ${round(of("off", "postgresMicros"))} µs`,
    },
  ];
}
