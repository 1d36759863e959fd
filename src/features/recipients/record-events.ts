export type RecordedEvents = {
  /** The CTE whose rows get an event, with `account_id, email_id, position, attempt` and the columns that the other fields use. */
  of: string;
  /** SQL of the event's type. */
  type: string;
  /** SQL of the event's details. */
  detail: string;
  /** SQL of the conversation with the server. */
  transcript?: string;
  /** An SQL condition: only matching rows get an event. */
  where?: string;
};

/**
 * The only SQL that inserts events: the CTEs `begun` and `recorded`. They follow the CTE that changes recipients, so that state and event
 * are one commit. `begin_events` returns the time from which ids are made, and keeps readers of the event feed from skipping events that
 * are not committed yet (0004_recipients.sql). Events of a second set are a microsecond later than those of the first, so that they sort
 * after them. `returning` names columns of `recorded`.
 */
export function recordEvents(sets: RecordedEvents[], returning?: string): string {
  return `begun AS MATERIALIZED (
        SELECT begin_events() AS at
      ), recorded AS (
        INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, transcript, created_at)
        ${sets.map(selectEvents).join("\n        UNION ALL\n        ")}${returning ? ` RETURNING ${returning}` : ""}
      )`;
}

function selectEvents(
  { of, type, detail, transcript = "NULL", where }: RecordedEvents,
  index: number,
): string {
  const at = index === 0 ? "at" : `at + interval '${index} microsecond'`;
  return `SELECT account_id, email_id, event_id(${at}, uuid_send(gen_random_uuid())), position, attempt, ${type}, ${detail},
          ${transcript}, ${at}
        FROM ${of}, begun${where ? ` WHERE ${where}` : ""}`;
}
