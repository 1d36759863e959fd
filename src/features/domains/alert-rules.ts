import type { AlertRule } from "../alert-rule.ts";
import { listTroubledDomains } from "./events/queries.ts";
import { MISSING_TOKEN_GRACE_MS } from "./ownership/decide-ownership.ts";

export const DOMAINS_ALERT_RULES = {
  domain_at_risk: {
    meaning:
      "The verification record of a verified domain is missing from the DNS. After three days its account loses the domain.",
    unit: null,
    threshold: 0,
    find: async ({ database }) =>
      (await listTroubledDomains(database, { accountId: null, lostSince: new Date() }))
        .filter(({ missingSince }) => missingSince !== null)
        .map(({ name, account, missingSince }) => ({
          subject: name,
          words: `The verification record of ${name} is missing from the DNS. Unless it is restored, the account “${account}” loses the domain on ${dayAfterGrace(missingSince)}.`,
        })),
  },
  domain_lost: {
    meaning: "An account lost a verified domain within the threshold and has not verified it again.",
    unit: "days",
    threshold: 7,
    find: async ({ database, threshold }) =>
      (
        await listTroubledDomains(database, {
          accountId: null,
          lostSince: new Date(Date.now() - threshold * 86_400_000),
        })
      )
        .filter(({ trouble }) => trouble === "lost")
        .map(({ name, account, reason }) => ({
          subject: name,
          words: `The account “${account}” lost the domain ${name}: ${LOSS_TEXTS[reason ?? "token_missing"]}.`,
        })),
  },
} satisfies Record<string, AlertRule>;

const LOSS_TEXTS = {
  token_missing: "its verification record was missing from the DNS for three days",
  proven_by_another_account: "another account has verified it",
};

function dayAfterGrace(missingSince: Date | null): string {
  return new Date((missingSince?.getTime() ?? Date.now()) + MISSING_TOKEN_GRACE_MS)
    .toISOString()
    .slice(0, 10);
}
