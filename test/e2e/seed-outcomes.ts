import { openDatabase } from "../../src/platform/db/index.ts";
import { firstIdAt, newId } from "../../src/platform/ids/index.ts";
import { draftEmail, storeEmails } from "../harness/stored-email.ts";

/** Mail to one domain, all accepted at the same time. */
export type Outcomes = {
  domain: string;
  at: Date;
  delivered: number;
  /** From acceptance to delivery. */
  afterMs: number;
  /** The number of bounces by meaning of the reply. */
  bounced: Partial<Record<"no_such_user" | "mailbox_full", number>>;
  expired: number;
  /** Delivered recipients that were greylisted once, and those that reported spam. */
  deferred: number;
  complained: number;
};

export const bouncesOf = ({ bounced }: Outcomes): number =>
  Object.values(bounced).reduce((sum, count) => sum + count, 0);
/** Recipients with an outcome. */
export const endedOf = (outcomes: Outcomes): number =>
  outcomes.delivered + bouncesOf(outcomes) + outcomes.expired;

type Event = { id: string; attempt: number; type: string; meaning: string | null; at: Date };

/** Stores mail of the person's account with these outcomes, as if it had been sent then. Each email has one recipient. */
export async function seedOutcomes(
  databaseUrl: string,
  { owner, mail }: { owner: string; mail: Outcomes[] },
): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 });
  try {
    const { account_id: accountId } = await database.db
      .selectFrom("people")
      .innerJoin("memberships", "memberships.person_id", "people.id")
      .select("memberships.account_id")
      .where("people.email", "=", owner)
      .executeTakeFirstOrThrow();
    const events: Event[] = [];
    const emails = mail.flatMap(({ domain, at, ...outcomes }) =>
      eventsOf(outcomes).map((ofRecipient, index) => {
        const id = firstIdAt(at).slice(0, 14) + newId().slice(14);
        for (const { afterMs, ...event } of ofRecipient)
          events.push({ ...event, id, at: new Date(at.getTime() + afterMs) });
        const request = {
          from: "news@shop.test",
          to: `reader${index}@${domain}`,
          subject: "News",
          text: "x",
        };
        // Not due, so that no worker takes it.
        return { ...draftEmail(accountId, request), id, createdAt: at, scheduledAt: IN_A_YEAR };
      }),
    );
    await storeEmails(database, emails);
    await database.pool.query(RECORD, [
      accountId,
      events.map(({ id }) => id),
      events.map(({ attempt }) => attempt),
      events.map(({ type }) => type),
      events.map(({ type, meaning }) =>
        JSON.stringify({
          ...(type === "delivered" && { route: "direct" }),
          ...(meaning !== null && { meaning }),
        }),
      ),
      events.map(({ at }) => at),
    ]);
  } finally {
    await database.close();
  }
}

const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000);

/** The events of each recipient. */
function eventsOf({
  delivered,
  afterMs,
  bounced,
  expired,
  deferred,
  complained,
}: Omit<Outcomes, "domain" | "at">) {
  const event = (type: string, after: number, { attempt = 1, meaning = null as string | null } = {}) => ({
    ...{ type, afterMs: after, attempt, meaning },
  });
  const count = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));
  return [
    ...count(delivered, (n) => [
      ...(n < deferred ? [event("deferred", 1, { meaning: "greylisted" })] : []),
      event("delivered", afterMs, { attempt: n < deferred ? 2 : 1 }),
      ...(n < complained ? [event("complained", afterMs + 1_000)] : []),
    ]),
    ...Object.entries(bounced).flatMap(([meaning, times]) =>
      count(times, () => [event("bounced", 1_000, { meaning })]),
    ),
    ...count(expired, () => [event("expired", 60_000)]),
  ];
}

/**
 * Ends the recipients, and records their events. The ids of events are of now, because followers have read those of the past; figures go
 * by `created_at`.
 */
const RECORD = `
  WITH seeded AS (
    SELECT * FROM unnest($2::uuid[], $3::integer[], $4::text[], $5::jsonb[], $6::timestamptz[]) AS s (email_id, attempt, type, detail, at)
  ), unscheduled AS (
    UPDATE emails SET scheduled_at = NULL WHERE account_id = $1 AND id IN (SELECT email_id FROM seeded)
  ), ended AS (
    UPDATE recipients r SET state = s.type, attempt = s.attempt, ready = false, due_at = NULL, updated_at = s.at FROM seeded s
    WHERE r.account_id = $1 AND r.email_id = s.email_id AND s.type NOT IN ('deferred', 'complained')
  ), begun AS MATERIALIZED (
    SELECT begin_events() AS at
  )
  INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
  SELECT $1, email_id, event_id(begun.at, uuid_send(gen_random_uuid())), 0, attempt, type, detail, seeded.at FROM seeded, begun`;
