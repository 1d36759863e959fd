import { setTimeout as pause } from "node:timers/promises";
import { system } from "../../audit/actor.ts";
import { insertAuditEvent } from "../../audit/queries.ts";
import type { AccountDeps } from "../../deps.ts";
import { listPeople, pauseKeyRow } from "./queries.ts";

export type Notice = { to: string; subject: string; text: string };
/** Sends an email of ours in the name of the account, once for an `idempotencyKey`. */
export type SendNotice = (accountId: string, notice: Notice, idempotencyKey: string) => Promise<unknown>;

type PauseDeps = AccountDeps & { sendNotice: SendNotice };
type Pause = { accountId: string; keyId: number; reason: string };

/** The key is paused before anybody is told, so a notice that the database does not take at once is tried again. */
const noticeTries = 5;
const retryMs = 2_000;

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
  for (const { id, email } of await listPeople(database, accountId)) {
    const idempotencyKey = `key-${keyId}-paused-${paused.pausedAt.toISOString()}-${id}`;
    await tell(deps, { accountId, keyId, idempotencyKey, notice: { to: email, ...notice } });
  }
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

type Told = { accountId: string; keyId: number; idempotencyKey: string; notice: Notice };

async function tell(
  { log, sendNotice }: PauseDeps,
  { accountId, keyId, idempotencyKey, notice }: Told,
): Promise<void> {
  for (let tries = 1; tries <= noticeTries; tries += 1) {
    try {
      await sendNotice(accountId, notice, idempotencyKey);
      return;
    } catch (error) {
      log.warn({ event: "key.pause_not_told", keyId, err: error }, "could not tell that a key was paused");
      await pause(retryMs, undefined, { ref: false });
    }
  }
}
