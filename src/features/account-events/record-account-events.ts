import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import type { AccountEventType } from "./account-event-types.ts";

export type NewAccountEvent = {
  accountId: string;
  type: AccountEventType;
  /** The object that the event is about: its id, or subjectOf() if it has no UUID. Webhooks get events about one subject in order. */
  subjectId: string;
  detail?: object;
};

/**
 * Records account events. Call it in the transaction of the change and after it, so that both are one commit, and events about the same row
 * have the order in which it was locked.
 */
export async function recordAccountEvents(db: Db, events: readonly NewAccountEvent[]): Promise<void> {
  if (events.length === 0) return;
  const accounts = events.map(({ accountId }) => accountId);
  const types = events.map(({ type }) => type);
  const subjects = events.map(({ subjectId }) => subjectId);
  const details = events.map(({ detail = {} }) => JSON.stringify(detail));
  // begin_events() keeps readers of the feed from skipping these events (0004_recipients.sql). Microseconds keep their order.
  await sql`
    WITH begun AS MATERIALIZED (SELECT begin_events() AS at),
    added AS (
      SELECT account_id, type, subject_id, detail, at + n * interval '1 microsecond' AS at
      FROM unnest(${accounts}::uuid[], ${types}::text[], ${subjects}::uuid[], ${details}::jsonb[])
        WITH ORDINALITY AS e (account_id, type, subject_id, detail, n), begun
    )
    INSERT INTO account_events (account_id, id, type, subject_id, detail, created_at)
    SELECT account_id, event_id(at, uuid_send(gen_random_uuid())), type, subject_id, detail, at FROM added`.execute(
    db,
  );
}

type EventsOfRows = {
  /** The CTE that changes rows. It returns `account_id` and the columns that the other fields use. */
  of: string;
  /** SQL of the event's type. */
  type: string;
  /** SQL of the subject, and of the details as jsonb. */
  subject: string;
  detail: string;
  /** An SQL condition: only matching rows get an event. */
  where?: string;
};

/**
 * SQL of the CTEs that record an event for each row of a CTE, in the statement of the change. The clock is read after the CTE has changed its
 * rows, so events about the same row have the order in which it was locked.
 */
export function accountEventsOf({ of, type, subject, detail, where = "true" }: EventsOfRows): string {
  return `begun_account_events AS MATERIALIZED (
      SELECT begin_events() AS at FROM (SELECT count(*) FROM ${of}) changed_rows
    ), recorded_account_events AS (
      INSERT INTO account_events (account_id, id, type, subject_id, detail, created_at)
      SELECT account_id, event_id(event_at, uuid_send(gen_random_uuid())), ${type}, ${subject}, ${detail}, event_at
      FROM (SELECT *, at + row_number() OVER () * interval '1 microsecond' AS event_at FROM ${of}, begun_account_events) r
      WHERE ${where}
    )`;
}

type SubjectKind = "domain" | "key" | "address";

/** SQL of subjectOf() for a column. */
export function subjectSql(kind: SubjectKind, column: string): string {
  return `md5('${kind}:' || ${column})::uuid`;
}

/** Returns the subject of an event about an object without a UUID, such as a domain: always the same UUID for the same name. */
export function subjectOf(kind: SubjectKind, name: string | number): string {
  return createHash("md5")
    .update(`${kind}:${name}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
