import type { Database } from "../../../platform/db/index.ts";
import type { NotifyUsers } from "../../accounts/index.ts";
import { lossMail } from "./loss-mail.ts";

/** Events that retention deleted before a webhook read them, and when that last happened. */
export type Loss = { lost: number; lostAt: Date | null };

/** Returns the losses of an account's webhooks, by webhook. */
export async function loadLosses({ pool }: Database, accountId: string): Promise<Map<string, Loss>> {
  const { rows } = await pool.query<Loss & { id: string }>(
    `SELECT shard AS id, lost, lost_at AS "lostAt" FROM followers WHERE name = 'webhook' AND account_id = $1 AND lost > 0`,
    [accountId],
  );
  return new Map(rows.map(({ id, lost, lostAt }) => [id, { lost, lostAt }]));
}

type Mailing = { database: Database; notifyUsers: NotifyUsers; baseUrl: string };
/** `lostAt`: as text, because a Date has only milliseconds, and an earlier time would send the mail again. */
type LossToMail = {
  id: string;
  accountId: string;
  url: string;
  lost: number;
  lostAt: string;
  mailedAt: Date | null;
};

/**
 * Mails the users of accounts whose webhooks lost events. Retention runs daily, so they get one mail until the webhook has worked again.
 * The key of the mail is the time of the previous one: several processes, or a crash before the time is stored, send one mail, also if more
 * events are lost meanwhile.
 */
export async function mailLosses({ database: { pool }, notifyUsers, baseUrl }: Mailing): Promise<void> {
  const { rows } = await pool.query<LossToMail>(
    `SELECT w.id, w.account_id AS "accountId", w.url, f.lost, f.lost_at::text AS "lostAt", w.loss_mailed_at AS "mailedAt"
     FROM followers f JOIN webhooks w ON w.account_id = f.account_id AND w.id = f.shard
     WHERE f.name = 'webhook' AND f.lost > 0 AND (w.loss_mailed_at IS NULL
       OR (w.loss_mailed_at < f.lost_at AND w.loss_mailed_at < w.last_success_at))`,
  );
  for (const { id, accountId, url, lost, lostAt, mailedAt } of rows) {
    const mail = lossMail({ id, url, lost, baseUrl });
    await notifyUsers(accountId, mail, `webhook-lost-${id}-${mailedAt?.getTime() ?? "first"}`);
    await pool.query("UPDATE webhooks SET loss_mailed_at = $3 WHERE account_id = $1 AND id = $2", [
      accountId,
      id,
      lostAt,
    ]);
  }
}
