import { openDatabase } from "../../src/platform/db/index.ts";
import { firstIdAt, newId } from "../../src/platform/ids/index.ts";
import { draftEmail, storeEmails } from "../harness/stored-email.ts";
import { seededRandom } from "../prove/random.ts";
import { drawOutcome, latestOutcomes, type Outcome } from "./invented-outcomes.ts";
import { drawEmail } from "./invented-shop.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Sent = { id: string; at: Date; outcome: Outcome };

/**
 * Writes a small shop's mail of recent days into a person's account, on an instance without a worker, as if it had been sent then.
 * The data is the same each time, except for the times.
 */
export async function seedHistory(
  databaseUrl: string,
  { days, owner }: { days: number; owner: string },
): Promise<void> {
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
    const emails = timesOf(days, random).map((at, index) => {
      const id = firstIdAt(at).slice(0, 14) + newId().slice(14);
      const email = drawEmail(random);
      sent.push({ id, at, outcome: latest[index] ?? drawOutcome(random) });
      const identity = { id, createdAt: at, messageId: `${id}@northwind.example` };
      return { ...draftEmail(accountId, email), ...identity };
    });
    await storeEmails(database, emails);
    await database.pool.query(SETTLE, [accountId, ...columnsOf(sent)]);
    await database.pool.query(RECORD, [accountId, ...eventColumnsOf(sent)]);
  } finally {
    await database.close();
  }
}

/** Newest first. Before the last hour, more mail on working days than at weekends, and most of it by day. */
function timesOf(days: number, random: () => number): Date[] {
  const now = Date.now();
  const hourAgo = now - 60 * MINUTE_MS;
  const times = [1, 3, 8, 15, 22, 31, 46].map((minutes) => new Date(now - minutes * MINUTE_MS));
  for (let day = 0; day < days; day += 1) {
    const midnight = Math.floor(now / DAY_MS) * DAY_MS - day * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
    const count = Math.round((isWeekend ? 24 : 42) * (0.8 + random() * 0.5) * (day === 0 ? 0.7 : 1));
    const [from, to] = day === 0 ? [midnight, Math.max(midnight, hourAgo)] : [midnight, midnight + DAY_MS];
    for (let n = 0; n < count; n += 1) times.push(new Date(from + ((random() + random()) / 2) * (to - from)));
  }
  return times;
}

const SETTLE = `UPDATE recipients r SET state = s.state, attempt = s.attempts, ready = false, due_at = s.due_at, updated_at = s.at
  FROM unnest($2::uuid[], $3::text[], $4::integer[], $5::timestamptz[], $6::timestamptz[]) AS s (id, state, attempts, due_at, at)
  WHERE r.account_id = $1 AND r.email_id = s.id`;

function columnsOf(sent: Sent[]): unknown[] {
  const last = ({ outcome }: Sent) => outcome.steps.at(-1);
  return [
    sent.map(({ id }) => id),
    sent.map((email) => last(email)?.type ?? "queued"),
    sent.map(({ outcome }) => outcome.steps.length),
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
    events.map(({ index }) => index + 1),
    events.map(({ step }) => step.type),
    events.map(({ step }) => JSON.stringify(step.detail)),
    events.map(({ email, step }) => timeAfter(email, step.afterMs)),
  ];
}

function timeAfter({ at }: Sent, ms: number): Date {
  return new Date(at.getTime() + ms);
}
