import { recordEvents } from "./record-events.ts";

/** Used when an account is deleted while its mail is being accepted. */
const DEFAULT_EXPIRY_SECONDS = 259_200;

/**
 * Inserts recipients in state `queued`, as the body of a CTE: accepting an email is one statement for its email, contents and
 * recipients. `rows r` has the columns `account_id, email_id, position, address, address_key, bulk, due_at`; a null `due_at` means now.
 * `where` selects among these rows.
 */
export const insertRecipientsSql = ({
  rows,
  where,
}: {
  rows: string;
  where: string;
}) => `INSERT INTO recipients (account_id, email_id, position, address, address_key, bulk, ready, due_at, expires_at)
    SELECT account_id, email_id, position, address, address_key, bulk, due_at IS NULL, coalesce(due_at, now()),
      coalesce(due_at, now()) + make_interval(secs => coalesce(a.expire_after_seconds, ${DEFAULT_EXPIRY_SECONDS}))
    FROM ${rows}
    LEFT JOIN accounts a ON a.id = r.account_id
    ${where}`;

/**
 * The CTEs that record an event for each recipient that insertRecipientsSql inserts with the same `rows` and `where`: see ACCEPTANCE_EVENTS.
 * They are part of the statement that stores the email, so the event is committed before a worker can take the recipient.
 */
export const acceptanceEventsSql = ({ rows, where }: { rows: string; where: string }) => `announced AS (
    SELECT account_id, email_id, position, 0 AS attempt, due_at FROM ${rows} ${where}
  ), ${recordEvents([
    {
      of: "announced",
      type: "CASE WHEN due_at IS NULL THEN 'queued' ELSE 'scheduled' END",
      detail: `CASE WHEN due_at IS NULL THEN '{}'
          ELSE jsonb_build_object('scheduled_at', to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END`,
    },
  ])}`;
