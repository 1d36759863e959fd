import type { Database } from "../../../platform/db/index.ts";
import { type AccountPolicy, claimColumns } from "../../recipients/index.ts";
import { type Entry, isUnsent } from "./entry.ts";

/** The data to decide about an attempt whose worker has ended. */
export type UnsettledRow = AccountPolicy & {
  n: number;
  address: string;
  domain: string;
  tries: number;
  seconds_left: number;
  api_key_id: number | null;
  since: Date;
};

/**
 * The attempts that were neither settled nor taken over meanwhile, with their index. An attempt that had not begun may be of a claim that
 * PostgreSQL lost in a crash; then another worker may have claimed the recipient with the same lease number, at another time.
 */
export async function findUnsettled({ pool }: Database, entries: Entry[]): Promise<UnsettledRow[]> {
  const { rows } = await pool.query<UnsettledRow>(
    `SELECT c.n, r.address, r.domain, r.tries, extract(epoch FROM r.expires_at - now())::float8 AS seconds_left,
       coalesce(e.on_uncertain, a.on_uncertain, 'retry') AS on_uncertain, a.retry_seconds, e.api_key_id,
       coalesce(e.scheduled_at, e.created_at) AS since
     FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[], $6::timestamptz[])
       AS c (n, account_id, email_id, position, lease, taken_at)
     JOIN recipients r ON r.account_id = c.account_id AND r.email_id = c.email_id AND r.position = c.position
       AND r.lease = c.lease AND r.state = 'sending' AND r.updated_at = coalesce(c.taken_at, r.updated_at)
     JOIN emails e ON e.account_id = r.account_id AND e.id = r.email_id
     LEFT JOIN accounts a ON a.id = r.account_id`,
    [
      entries.map((_, n) => n),
      ...claimColumns(entries.map(({ claim }) => claim)),
      entries.map((entry) => (isUnsent(entry) ? entry.takenAt : null)),
    ],
  );
  return rows;
}
