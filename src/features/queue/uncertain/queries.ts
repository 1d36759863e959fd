/** SQL of uncertain mail that is not retried. */
import type { Database } from "../../../platform/db/index.ts";

export type UncertainRow = {
  email_id: string;
  position: number;
  address: string;
  subject: string;
  updated_at: Date;
  detail: { reason?: string; line?: string; host?: string } | null;
};

type Page = {
  accountId: string;
  domain: string | null;
  behind: { emailId: string; position: number };
  limit: number;
};

/** Newest email first. */
export async function listUncertain(
  { pool }: Database,
  { accountId, domain, behind, limit }: Page,
): Promise<UncertainRow[]> {
  const { rows } = await pool.query<UncertainRow>(
    `SELECT r.email_id, r.position, r.address, e.subject, r.updated_at, v.detail
     FROM recipients r JOIN emails e ON e.account_id = r.account_id AND e.id = r.email_id
     LEFT JOIN LATERAL (
       SELECT detail FROM events v WHERE v.account_id = r.account_id AND v.email_id = r.email_id AND v.position = r.position
       ORDER BY v.id DESC LIMIT 1
     ) v ON true
     WHERE r.account_id = $1 AND r.state = 'uncertain' AND r.due_at IS NULL AND (r.email_id, -r.position) < ($2, -$3::integer)
       AND ($4::text IS NULL OR r.domain = $4)
     ORDER BY r.email_id DESC, r.position LIMIT $5`,
    [accountId, behind.emailId, behind.position, domain, limit],
  );
  return rows;
}

/** Returns those of the accounts that still exist. */
export async function findAccounts({ pool }: Database, ids: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM accounts WHERE id = ANY ($1::uuid[])", [
    ids,
  ]);
  return rows.map(({ id }) => id);
}
