import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { notifyUsers, type SendSystemMail } from "../../accounts/index.ts";
import { insertAuditEvent, SYSTEM } from "../../audit/index.ts";
import { pauseKeyRow } from "./queries.ts";

export type PauseDeps = {
  database: Database;
  log: Logger;
  config: Pick<Config, "baseUrl">;
  sendSystemMail: SendSystemMail;
};
type Pause = { accountId: string; keyId: number; reason: string };

/** Pauses a key, records why, and notifies the people of its account. Does nothing when the key was paused, or resumed, meanwhile. */
export async function pauseKey(deps: PauseDeps, { accountId, keyId, reason }: Pause): Promise<void> {
  const { database, log } = deps;
  const paused = await database.db.transaction().execute(async (db) => {
    const row = await pauseKeyRow(db, { accountId, keyId, reason });
    if (row)
      await insertAuditEvent(db, { accountId, by: SYSTEM, action: "key.paused", keyId, detail: { reason } });
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
    text: `The API key “${name}” was paused because it does what it never did.

${reason}

Requests with this key are refused (key_paused) over HTTP and SMTP. Emails that were accepted before are still delivered.

If this was you, let the key go on: ${baseUrl}/settings/keys
The abuse guard then leaves it alone until the next full hour.

If it was not, the key may be in wrong hands. Rotate or revoke it there, and look at what was sent: ${baseUrl}/emails
`,
  };
}
