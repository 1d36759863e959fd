import { hash } from "node:crypto";
import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { findLosses, type LossReason } from "../events/queries.ts";
import { MISSING_TOKEN_GRACE_MS } from "../ownership/decide-ownership.ts";
import { OWNERSHIP_PREFIX } from "../records/wanted-records.ts";

type NotifyDeps = Pick<DomainDeps, "notifyUsers" | "baseUrl">;

/**
 * Each check in this time sends the mail, because the process may have been killed after the change. It arrives once: an idempotency key
 * lasts 24 hours from the first.
 */
const RETRY_MS = 86_400_000;

/** Warns an account's users that it will lose a domain whose token is missing, while they can still prevent it. */
export async function notifyOfRisk(
  { notifyUsers, baseUrl }: NotifyDeps,
  { account_id, name, token }: Domain,
  missingSince: Date | null,
) {
  if (missingSince === null || Date.now() - missingSince.getTime() >= RETRY_MS) return;
  const day = new Date(missingSince.getTime() + MISSING_TOKEN_GRACE_MS).toISOString().slice(0, 10);
  const mail = {
    subject: `Restore a DNS record by ${day} to keep ${name}`,
    text: `The DNS record that proves that ${name} is yours is missing. Nothing changes until ${day}. If the record is still missing then, the domain will no longer belong to your account, and mail from it may be rejected.

To keep the domain, add this TXT record again:

Name: _posthouse.${name}
Value: ${OWNERSHIP_PREFIX}${token}

All DNS records of the domain: ${baseUrl}/domains/${name}

If you no longer need the domain, you can ignore this message.
`,
  };
  await notifyUsers(account_id, mail, onceADay(`at-risk-${day}`, name));
}

/** Notifies an account's users that it has lost a domain, if it has. */
export async function notifyOfLoss(
  { database, notifyUsers, baseUrl }: NotifyDeps & Pick<DomainDeps, "database">,
  { account_id, name }: Domain,
) {
  const since = new Date(Date.now() - RETRY_MS);
  const losses = await findLosses(database.db, { accountId: account_id, names: [name], since });
  const reason = losses.get(name);
  if (reason === undefined) return;
  const mail = {
    subject: `${name} no longer belongs to your account`,
    text: `${LOSS_TEXTS[reason]} The domain ${name} no longer belongs to your account, and mail from it may be rejected.

If the domain is yours, add its DNS records again. It belongs to your account again as soon as Posthouse finds them. The records: ${baseUrl}/domains/${name}
`,
  };
  await notifyUsers(account_id, mail, onceADay(`lost-${reason}`, name));
}

/** Limits mail to one a day: when name servers disagree, a record disappears and returns with each check. */
function onceADay(change: string, name: string): string {
  return `domain-${change}-${hash("sha256", name)}`;
}

const LOSS_TEXTS: Record<LossReason, string> = {
  token_missing: "The DNS record that proves that the domain is yours was missing for three days.",
  proven_by_another_account: "Another account has verified the domain, and your DNS record was missing.",
};
