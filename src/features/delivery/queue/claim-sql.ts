import { emailColumns } from "../../emails/index.ts";
import { suppressedBy } from "../../suppressions/index.ts";

/** What the claims of recipients and of suspects have in common, as SQL. */

/** Bodies up to this come with the claim; 512 larger ones would be more than a worker's memory. */
const smallContentBytes = 65_536;

/**
 * Always true, and the planner takes it for one row in 200. A plan is kept while a queue grows by thousands a second, so rows of
 * `recipients` that are named by key must be looked up by key whatever the planner knows of its size: else all of it is read each time.
 */
export const isFew = (named: string) => `${named}.position = ${named}.position + 0`;

/** A recipient that was lost so often is a suspect: its email is claimed when nothing else is in hand. */
export const lossesUntilAlone = 2;
/**
 * A claim of a suspect adds this to `losses` in advance, and settling the attempt resets `losses` to zero. So the tens digit counts
 * the workers that died with this email alone.
 */
export const lossAlone = 10;
/** Three deaths with this email alone. With fewer, kills in quick succession would park unrelated mail (decision 19). */
export const lossesOfPoison = 3 * lossAlone;

/** A row that is being sent and is due was lost: its lease has ended. */
export const lossesOf = (row: string) => `${row}.losses + (${row}.state = 'sending')::integer`;

type Taking = { losses: string; picked?: string; lease?: string };

/** `picked` names the rows, locked, by `tid`; `lease` the parameter with the lease in seconds. */
export const takePicked = ({ losses, picked = "picked", lease = "$2" }: Taking) => `UPDATE recipients r
        SET state = 'sending', ready = false, lease = greatest(r.lease, r.attempt) + 1, losses = ${losses},
          due_at = now() + make_interval(secs => ${lease}), updated_at = now()
        FROM ${picked} p WHERE r.ctid = p.tid AND ${isFew("p")}
        RETURNING r.account_id, r.email_id, r.position, r.lease, p.due_at AS was_due_at, r.address, r.address_key, r.domain, r.bulk, r.tries, r.expires_at, p.state AS was,
          p.losses >= ${lossesOfPoison} AS is_poison`;

/** Of what was claimed the rows, the first of each email with that email, and with its bodies if they are small. */
export const withEmails = (from: string, also: string) => `numbered AS (
        SELECT *, position = min(position) OVER (PARTITION BY account_id, email_id) AS is_first FROM claimed
      )
      SELECT c.account_id, c.email_id, c.position, c.lease, c.address, c.domain, c.tries,
        extract(epoch FROM c.was_due_at)::float8 AS due_at,
        ${suppressedBy({ row: "u", stream: "CASE WHEN c.bulk THEN 'bulk' ELSE 'transactional' END" })} AS suppressed_by, c.was, c.is_poison, c.is_first,
        extract(epoch FROM c.expires_at - now())::float8 AS seconds_left,
        coalesce(e.on_uncertain, a.on_uncertain, 'retry') AS on_uncertain, a.retry_seconds, a.number AS account_number,
        ${emailColumns}, s.has_contents, h.bytes AS html, t.bytes AS text,
        CASE WHEN c.is_first THEN pg_current_xact_id_if_assigned()::text END AS transaction_id${also}
      ${from}
      LEFT JOIN suppressions u ON u.account_id = c.account_id AND u.address_key = c.address_key
      LEFT JOIN emails e ON c.is_first AND e.account_id = c.account_id AND e.id = c.email_id
      LEFT JOIN accounts a ON a.id = e.account_id
      CROSS JOIN LATERAL (
        SELECT e.size_bytes <= ${smallContentBytes} AND e.attachments IS NULL AND e.raw_hash IS NULL AS has_contents
      ) s
      LEFT JOIN contents h ON s.has_contents AND h.account_id = e.account_id AND h.hash = e.html_hash
      LEFT JOIN contents t ON s.has_contents AND t.account_id = e.account_id AND t.hash = e.text_hash`;
