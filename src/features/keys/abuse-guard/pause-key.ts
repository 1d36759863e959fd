import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { notifyUsers, type SendSystemMail } from "../../accounts/index.ts";
import { insertAuditEvent, SYSTEM } from "../../audit/index.ts";
import { recordKeyEvent } from "../record-key-event.ts";
import { pauseKeyRow } from "./queries.ts";

export type PauseDeps = {
  database: Database;
  log: Logger;
  config: Pick<Config, "baseUrl">;
  sendSystemMail: SendSystemMail;
};
type Pause = { accountId: string; keyId: number; reason: string };

/** Pauses a key, records why, and notifies the people of its account. Does nothing if the key was paused or resumed in the meantime. */
export async function pauseKey(deps: PauseDeps, { accountId, keyId, reason }: Pause): Promise<void> {
  const { database, log } = deps;
  const paused = await database.db.transaction().execute(async (db) => {
    const row = await pauseKeyRow(db, { accountId, keyId, reason });
    if (!row) return null;
    await insertAuditEvent(db, { accountId, by: SYSTEM, action: "key.paused", keyId, detail: { reason } });
    await recordKeyEvent(db, { accountId, keyId, type: "key.paused", detail: { name: row.name, reason } });
    return row;
  });
  if (!paused) return;
  log.warn({ event: "key.paused", accountId, keyId, reason }, "an API key was paused by the abuse guard");
  const mail = mailAbout({ name: paused.name, reason, baseUrl: deps.config.baseUrl });
  await notifyUsers(deps, accountId, mail, `key-${keyId}-paused-${paused.pausedAt.toISOString()}`);
}

function mailAbout({ name, reason, baseUrl }: { name: string; reason: string; baseUrl: string }) {
  return {
    subject: `The API key “${name}” was paused`,
    text: `The API key “${name}” was paused because of unusual activity.

${reason}

Requests with this key are refused (key_paused) over HTTP and SMTP. Emails accepted before are still delivered.

If you expected this, resume the key: ${baseUrl}/keys
The abuse guard does not pause it again in the current hour.

Otherwise, the key may have leaked. Rotate or revoke it on the same page, and review the sent emails: ${baseUrl}/emails
`,
  };
}
