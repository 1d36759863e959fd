import { hash } from "node:crypto";
import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { missingTokenGraceMs } from "../ownership/decide-ownership.ts";
import { ownershipPrefix } from "../records/wanted-records.ts";

type TellDeps = Pick<DomainDeps, "notifyUsers" | "baseUrl">;

/** Tells its people that an account will lose a domain, while they can still help it. */
export async function notifyOfRisk(
  { notifyUsers, baseUrl }: TellDeps,
  { account_id, name, token }: Domain,
  now: Date,
) {
  const day = new Date(now.getTime() + missingTokenGraceMs).toISOString().slice(0, 10);
  const mail = {
    subject: `${name} is lost on ${day} unless its DNS record comes back`,
    text: `The DNS record that proves that ${name} is yours is gone. Until ${day} nothing changes. After that the domain no longer belongs to your account, and mail from it may be refused.

Put the record back:

TXT _posthouse.${name}
${ownershipPrefix}${token}

What else belongs to the domain: ${baseUrl}/domains/${name}

If you gave the domain up, there is nothing to do.
`,
  };
  await notifyUsers(account_id, mail, onceADay("at-risk", name, now));
}

export async function notifyOfLoss(
  { notifyUsers, baseUrl }: TellDeps,
  { account_id, name }: Domain,
  reason: LossReason,
) {
  const mail = {
    subject: `${name} no longer belongs to your account`,
    text: `${lossWords[reason]} So ${name} no longer belongs to your account, and mail from it may be refused.

If it is yours, put its records back. It belongs to you again when we find them: ${baseUrl}/domains/${name}
`,
  };
  await notifyUsers(account_id, mail, onceADay("lost", name, new Date()));
}

/** Name servers may disagree, and then a record goes and comes back with each check. */
function onceADay(change: string, name: string, now: Date): string {
  return `domain-${change}-${now.toISOString().slice(0, 10)}-${hash("sha256", name)}`;
}

export type LossReason = "proof_missing" | "proven_by_another_account";

const lossWords: Record<LossReason, string> = {
  proof_missing: "The DNS record that proves that the domain is yours was missing for three days.",
  proven_by_another_account:
    "Another account has proven that the domain is its own, and your DNS record was not there any more.",
};
