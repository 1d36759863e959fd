import { suppressedBy } from "../../suppressions/index.ts";
import { crashColumns, isPoison } from "../crash-counts.ts";
import { stateAfter } from "../states.ts";
import type { EmailSql } from "./claim.ts";

/** SQL shared by the claims of recipients and of quarantined emails. */

/**
 * Always true, but the planner estimates that it matches one row in 200. A plan stays in use while a queue grows by thousands a second,
 * so rows of `recipients` must be looked up by key regardless of the table's last known size. Without this condition, the whole table
 * is read each time (decision 16).
 */
export const isFew = (named: string) => `${named}.position = ${named}.position + 0`;

/** The columns that a claim needs of the picked rows `r`: their location, and the values that it changes. */
export const PICKED_COLUMNS = `ctid AS tid, position, state, ${crashColumns("r")}, due_at`;

type Taking = {
  /** The assignment of the crash counts. */
  setCrashes: string;
  /** Locked rows: PICKED_COLUMNS of `recipients`. */
  picked: string;
  /** The parameter with the lease in seconds. */
  lease: string;
};

/** Assigns the picked rows to this worker, with a new lease number and the time at which the lease expires. Rows are found by location. */
export const takePicked = ({ setCrashes, picked, lease }: Taking) => `UPDATE recipients r
        SET state = ${stateAfter("claim", "p")}, ready = false, lease = greatest(r.lease, r.attempt) + 1, ${setCrashes},
          due_at = now() + make_interval(secs => ${lease}), updated_at = now()
        FROM ${picked} p WHERE r.ctid = p.tid AND ${isFew("p")}
        RETURNING r.account_id, r.email_id, r.position, r.lease, p.due_at AS was_due_at, r.address, r.address_key, r.domain, r.bulk,
          r.tries, r.expires_at, p.state AS previous_state, ${isPoison("p")} AS is_poison`;

/**
 * The final SELECT of a claim: its rows, with whether the address is suppressed and the account's policy, and the email with its first
 * row. `from` provides the rows as `c`; `more` are further columns of the caller.
 */
export const withEmails = (email: EmailSql, { from, more }: { from: string; more: string }) => `numbered AS (
        -- Claimed rows; the first row of each email contains the email.
        SELECT *, position = min(position) OVER (PARTITION BY account_id, email_id) AS is_first FROM claimed
      )
      SELECT c.account_id, c.email_id, c.position, c.lease, c.address, c.domain, c.tries,
        extract(epoch FROM c.was_due_at)::float8 AS due_at,
        ${suppressedBy({ row: "u", contact: "k", isBulk: "c.bulk" })} AS suppressed_by, c.previous_state, c.is_poison, c.is_first,
        extract(epoch FROM c.expires_at - now())::float8 AS seconds_left,
        coalesce(e.on_uncertain, a.on_uncertain, 'retry') AS on_uncertain, a.retry_seconds, a.number AS account_number,
        ${email.columns},
        CASE WHEN c.is_first THEN pg_current_xact_id_if_assigned()::text END AS transaction_id,
        CASE WHEN c.is_first THEN now()::text END AS taken_at${more}
      ${from}
      LEFT JOIN suppressions u ON u.account_id = c.account_id AND u.address_key = c.address_key
      LEFT JOIN contacts k ON c.bulk AND k.account_id = c.account_id AND k.email_key = c.address_key AND NOT k.subscribed
      LEFT JOIN emails e ON c.is_first AND e.account_id = c.account_id AND e.id = c.email_id
      LEFT JOIN accounts a ON a.id = e.account_id
      ${email.joins}`;
