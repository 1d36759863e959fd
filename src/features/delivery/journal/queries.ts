import type { Database } from "../../../platform/db/index.ts";
import { type AccountPolicy, type Claim, claimColumns } from "../../recipients/index.ts";

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

/** The attempts that were neither settled nor taken over meanwhile, with their index. */
export async function findUnsettled({ pool }: Database, claims: Claim[]): Promise<UnsettledRow[]> {
  const { rows } = await pool.query<UnsettledRow>(
    `SELECT c.n, r.address, r.domain, r.tries, extract(epoch FROM r.expires_at - now())::float8 AS seconds_left,
       coalesce(e.on_uncertain, a.on_uncertain, 'retry') AS on_uncertain, a.retry_seconds, e.api_key_id,
       coalesce(e.scheduled_at, e.created_at) AS since
     FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[]) AS c (n, account_id, email_id, position, lease)
     JOIN recipients r ON r.account_id = c.account_id AND r.email_id = c.email_id AND r.position = c.position
       AND r.lease = c.lease AND r.state = 'sending'
     JOIN emails e ON e.account_id = r.account_id AND e.id = r.email_id
     LEFT JOIN accounts a ON a.id = r.account_id`,
    [claims.map((_, n) => n), ...claimColumns(claims)],
  );
  return rows;
}
