import { system } from "../../audit/actor.ts";
import { insertAuditEvent } from "../../audit/queries.ts";
import type { AccountDeps } from "../../deps.ts";
import { createTellPeople, type SendNotice } from "../../users/tell-people.ts";
import { pauseKeyRow } from "./queries.ts";

type PauseDeps = AccountDeps & { sendNotice: SendNotice };
type Pause = { accountId: string; keyId: number; reason: string };

/** Pauses a key, remembers why, and tells everybody in its account. Does nothing when it was paused, or let go on, meanwhile. */
export async function pauseKey(deps: PauseDeps, { accountId, keyId, reason }: Pause): Promise<void> {
  const { database, log } = deps;
  const paused = await database.db.transaction().execute(async (db) => {
    const row = await pauseKeyRow(db, { accountId, keyId, reason });
    if (row)
      await insertAuditEvent(db, { accountId, by: system, action: "key.paused", keyId, detail: { reason } });
    return row;
  });
  if (!paused) return;
  log.warn({ event: "key.paused", accountId, keyId, reason }, "an API key was paused by the brake");
  const notice = noticeOf({ name: paused.name, reason, baseUrl: deps.config.baseUrl });
  await createTellPeople(deps)(accountId, notice, `key-${keyId}-paused-${paused.pausedAt.toISOString()}`);
}

function noticeOf({ name, reason, baseUrl }: { name: string; reason: string; baseUrl: string }) {
  return {
    subject: `The API key “${name}” was paused`,
    text: `The API key “${name}” was paused because it does what it never did.

${reason}

Requests with this key are refused (key_paused) over HTTP and SMTP. Emails that were accepted before are still delivered.

If this was you, let the key go on: ${baseUrl}/settings/keys
The brake then leaves it alone until the next full hour.

If it was not, the key may be in wrong hands. Rotate or revoke it there, and look at what was sent: ${baseUrl}/emails
`,
  };
}
