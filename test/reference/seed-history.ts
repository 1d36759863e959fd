import { openDatabase } from "../../src/platform/db/index.ts";
import { firstIdAt, newId } from "../../src/platform/ids/index.ts";
import { draftEmail, storeEmails } from "../harness/stored-email.ts";
import { until } from "../harness/until.ts";
import { seededRandom } from "../prove/random.ts";
import { drawOutcome, latestOutcomes, type Outcome, RECEIVERS } from "./invented-outcomes.ts";
import { drawEmail } from "./invented-shop.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Sent = { id: string; at: Date; outcome: Outcome };

type History = {
  days: number;
  /** The email of the account's user. */
  owner: string;
  /** How many times as much mail as the small shop has. */
  volume?: number;
};

/**
 * Writes a small shop's mail of recent days into a person's account, on an instance without a worker, as if it had been sent then.
 * The data is the same each time, except for the times.
 */
export async function seedHistory(databaseUrl: string, { days, owner, volume = 1 }: History): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 2 });
  try {
    const { account_id: accountId } = await database.db
      .selectFrom("people")
      .innerJoin("memberships", "memberships.person_id", "people.id")
      .select("memberships.account_id")
      .where("people.email", "=", owner)
      .executeTakeFirstOrThrow();
    const random = seededRandom(20_261_121);
    const sent: Sent[] = [];
    const latest = latestOutcomes(Date.now());
    const emails = timesOf({ days, volume, random }).map((at, index) => {
      const id = firstIdAt(at).slice(0, 14) + newId().slice(14);
      const email = drawEmail(random);
      const domain = email.to[0]?.email.split("@")[1] ?? "";
      sent.push({ id, at, outcome: latest[index] ?? drawOutcome(random, domain) });
      const identity = { id, createdAt: at, messageId: `${id}@northwind.example` };
      return { ...draftEmail(accountId, email), ...identity };
    });
    for (let at = 0; at < emails.length; at += ROWS_AT_ONCE) {
      await storeEmails(database, emails.slice(at, at + ROWS_AT_ONCE));
      const part = sent.slice(at, at + ROWS_AT_ONCE);
      await database.pool.query(SETTLE, [accountId, ...columnsOf(part)]);
      await database.pool.query(RECORD, [accountId, ...eventColumnsOf(part)]);
    }
    await database.pool.query(OPEN, [accountId]);
    await database.pool.query(RECEIVE, [
      Object.keys(RECEIVERS),
      Object.values(RECEIVERS).map(({ provider }) => provider),
    ]);
    await database.pool.query(ADD_UP_REPORTS, [accountId, days]);
    await database.pool.query(RECEIVE_REPORTS, [accountId, days]);
    await database.pool.query(COUNT_AGAIN, [days]);
    await until(async () => (await database.pool.query<{ done: boolean }>(IS_COUNTED)).rows[0]?.done, {
      what: "the figures of Insights",
      within: 120_000,
    });
  } finally {
    await database.close();
  }
}

/** Parameters of one statement are in memory three times. */
const ROWS_AT_ONCE = 2_000;

/** Newest first. Before the last hour, more mail on working days than at weekends, and most of it by day. */
function timesOf({ days, volume, random }: { days: number; volume: number; random: () => number }): Date[] {
  const now = Date.now();
  const hourAgo = now - 60 * MINUTE_MS;
  const times = [1, 3, 8, 15, 22, 31, 46].map((minutes) => new Date(now - minutes * MINUTE_MS));
  for (let day = 0; day < days; day += 1) {
    const midnight = Math.floor(now / DAY_MS) * DAY_MS - day * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
    const count = Math.round(volume * (isWeekend ? 24 : 42) * (0.8 + random() * 0.5) * (day === 0 ? 0.7 : 1));
    const [from, to] = day === 0 ? [midnight, Math.max(midnight, hourAgo)] : [midnight, midnight + DAY_MS];
    for (let n = 0; n < count; n += 1) times.push(new Date(from + ((random() + random()) / 2) * (to - from)));
  }
  return times;
}

const SETTLE = `UPDATE recipients r SET state = s.state, attempt = s.attempts, ready = false, due_at = s.due_at, updated_at = s.at
  FROM unnest($2::uuid[], $3::text[], $4::integer[], $5::timestamptz[], $6::timestamptz[]) AS s (id, state, attempts, due_at, at)
  WHERE r.account_id = $1 AND r.email_id = s.id`;

function columnsOf(sent: Sent[]): unknown[] {
  // A complaint does not change the state.
  const attempts = ({ outcome }: Sent) => outcome.steps.filter(({ type }) => type !== "complained");
  const last = (email: Sent) => attempts(email).at(-1);
  return [
    sent.map(({ id }) => id),
    sent.map((email) => last(email)?.type ?? "queued"),
    sent.map((email) => attempts(email).length),
    sent.map(({ outcome }) => outcome.nextAttemptAt),
    sent.map((email) => timeAfter(email, last(email)?.afterMs ?? 0)),
  ];
}

const RECORD = `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
  SELECT $1, e.email_id, e.id, 0, e.attempt, e.type, e.detail, e.at
  FROM unnest($2::uuid[], $3::uuid[], $4::integer[], $5::text[], $6::jsonb[], $7::timestamptz[]) AS e (email_id, id, attempt, type, detail, at)`;

function eventColumnsOf(sent: Sent[]): unknown[] {
  const events = sent.flatMap((email) => email.outcome.steps.map((step, index) => ({ email, step, index })));
  return [
    events.map(({ email }) => email.id),
    events.map(
      ({ email, step }) => firstIdAt(timeAfter(email, step.afterMs)).slice(0, 14) + newId().slice(14),
    ),
    events.map(({ step, index }) => (step.type === "complained" ? index : index + 1)),
    events.map(({ step }) => step.type),
    events.map(({ step }) => JSON.stringify(step.detail)),
    events.map(({ email, step }) => timeAfter(email, step.afterMs)),
  ];
}

/** Two of five recipients open a delivered email, half of those more than once, and some click; some opens are a machine's. */
const OPEN = `INSERT INTO engagements (account_id, id, email_id, position, kind, link, url, actor, confidence, reasons, created_at)
  SELECT account_id, event_id(at, uuid_send(gen_random_uuid())), email_id, position, kind, CASE kind WHEN 'click' THEN 0 END,
    CASE kind WHEN 'click' THEN 'https://northwind.example/orders' END, actor, 90, ARRAY[reason], at
  FROM (
    SELECT v.account_id, v.email_id, v.position, k.kind, k.actor, k.reason,
      v.created_at + make_interval(secs => k.after * (1 + abs(hashtext(v.id::text)) % 3600)) AS at
    FROM events v JOIN (VALUES ('open', 'human', 'mail_program', 0, 28, 2), ('open', 'proxy', 'gmail_proxy', 20, 40, 3),
      ('open', 'prefetch', 'apple_mail_privacy', 40, 55, 0.01), ('click', 'human', 'browser_navigation', 0, 6, 4),
      ('click', 'scanner', 'all_links_at_once', 6, 8, 0.01)) AS k (kind, actor, reason, least, below, after)
      ON abs(hashtext(v.id::text || k.kind)) % 100 >= k.least AND abs(hashtext(v.id::text || k.kind)) % 100 < k.below
    WHERE v.account_id = $1 AND v.type = 'delivered'
  ) engaged WHERE at < now()`;

const RECEIVE = `INSERT INTO provider_domains (domain, provider) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`;

/** The sums of `RECEIVE_REPORTS`. */
const ADD_UP_REPORTS = `INSERT INTO domain_report_days (account_id, domain, day, kind, source, messages, passed, dkim_passed, spf_passed, quarantined, rejected)
  SELECT $1, 'northwind.example', (now() AT TIME ZONE 'UTC')::date - n, kind, source, messages, passed, dkim_passed, dkim_passed - dkim_passed / 9,
    CASE kind WHEN 'dmarc' THEN (messages - passed) / 2 ELSE 0 END, 0
  FROM generate_series(1, greatest($2::integer, 1)) n CROSS JOIN (VALUES ('dmarc', '192.0.2.10', 420, 419, 419), ('dmarc', '192.0.2.11', 260, 260, 260),
    ('dmarc', '198.51.100.24', 64, 60, 60), ('dmarc', '203.0.113.77', 18, 0, 0), ('tls', 'sts', 96, 95, 0)) AS s (kind, source, messages, passed, dkim_passed)
  ON CONFLICT DO NOTHING`;

/** Three reporters report about each day, in the next night. */
const RECEIVE_REPORTS = `INSERT INTO domain_reports (account_id, domain, kind, reporter, report_id, ends_at, inbound_id, day, messages, passed)
  SELECT $1, 'northwind.example', kind, reporter, 'report-' || day, day + 1, event_id(now() - make_interval(days => n - 1, mins => 20 * position),
    uuid_send(gen_random_uuid())), day, messages, passed
  FROM generate_series(1, least(greatest($2::integer, 1), 90)) n CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'UTC')::date - n AS day) d
    CROSS JOIN (VALUES ('dmarc', 'google.com', 438, 419, 1), ('dmarc', 'Enterprise Outlook', 260, 260, 2), ('dmarc', 'Yahoo', 64, 60, 3),
    ('tls', 'google.com', 96, 95, 4)) AS r (kind, reporter, messages, passed, position)
  ON CONFLICT DO NOTHING`;

/** Invented events are older than the cursor of the follower that counts them. It reads slices of time, so it begins shortly before them. */
const COUNT_AGAIN = `UPDATE followers SET cursor = event_id(now() - make_interval(days => $1 + 1), decode(repeat('00', 16), 'hex')),
    lease = lease + 1, leased_until = NULL
  WHERE name = 'rollups' AND cursor > event_id(now() - make_interval(days => $1 + 1), decode(repeat('00', 16), 'hex'))`;

/** Pictures show figures of all mail. */
const IS_COUNTED = `SELECT cursor > (SELECT max(id::text)::uuid FROM events) AND NOT EXISTS (SELECT FROM acceptances) AS done
  FROM followers WHERE name = 'rollups'`;

function timeAfter({ at }: Sent, ms: number): Date {
  return new Date(at.getTime() + ms);
}
