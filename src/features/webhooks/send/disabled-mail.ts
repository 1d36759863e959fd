import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { NotifyUsers } from "../../accounts/index.ts";
import type { FollowerDefinition, FollowerRange } from "../../follower-definition.ts";
import type { DisabledReason } from "../webhook.ts";

/** Each mail is stored while the step's transaction is open, so a step sends few. */
const MAILS_PER_STEP = 20;

type Disabled = { webhook_id: string; url: string; reason: DisabledReason };

/**
 * Sends a mail to an account's users for each event `webhook.disabled`. A crash after the event delays the mail: a step that is repeated
 * sends it once, because the key of the mail is the event. Not in the manifest, because it needs the process's system mail.
 */
export function disabledMailFollower({
  notifyUsers,
  baseUrl,
}: {
  notifyUsers: NotifyUsers;
  baseUrl: string;
}): FollowerDefinition {
  return {
    name: "webhook_mail",
    scope: "instance",
    begins: "next",
    async hasWork(db, range) {
      return (await findDisabled(db, { ...range, limit: 1 })).length > 0;
    },
    async step(transaction, { afterId, beforeId }) {
      const rows = await findDisabled(transaction, { afterId, beforeId, limit: MAILS_PER_STEP });
      for (const { id, account_id, detail } of rows)
        await notifyUsers(account_id, disabledMail(detail, baseUrl), `webhook-disabled-${id}`);
      return { cursor: rows.length === MAILS_PER_STEP ? (rows.at(-1)?.id ?? beforeId) : beforeId };
    },
  };
}

async function findDisabled(db: Db, { afterId, beforeId, limit }: FollowerRange & { limit: number }) {
  const { rows } = await sql<{ id: string; account_id: string; detail: Disabled }>`
    SELECT id, account_id, detail FROM account_events
    WHERE id > ${afterId} AND id < ${beforeId} AND type = 'webhook.disabled' ORDER BY id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/** The system mail to an account's users about a webhook that was disabled. */
function disabledMail(
  { webhook_id, url, reason }: Disabled,
  baseUrl: string,
): {
  subject: string;
  text: string;
} {
  const cause =
    reason === "gone"
      ? "Its server returned status 410 (Gone), which asks for no more events."
      : "Every request to it failed on five days in a row.";
  return {
    subject: `Webhook disabled: ${new URL(url).host}`,
    text: `The webhook ${url} was disabled. ${cause}

Fix the server, then enable the webhook: it continues where it stopped. Events that are older than the event retention of your account are lost.

${baseUrl}/webhooks/${webhook_id}
`,
  };
}
