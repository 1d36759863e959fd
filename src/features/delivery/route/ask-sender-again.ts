import { domainOf } from "../../../mail/address/index.ts";
import type { ClaimedEmail } from "../claim/claimed-email.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Routes } from "./router.ts";

/** The check at acceptance is valid for this time. */
const VALID_FOR_MS = 3_600_000;

type ReasonToRefuse = (accountId: string, fromDomain: string) => Promise<string | null>;

/** Scheduled and retried mail is sent only if its account may still send from the domain, because another account may own it by now. */
export function recheckSender(routes: Routes, reasonToRefuseDomain: ReasonToRefuse): Routes {
  return {
    hopTo: (email, domain) => (hasWaited(email) ? hopIfAllowed(email, domain) : routes.hopTo(email, domain)),
    returnPathOf: routes.returnPathOf,
    close: routes.close,
    // Getters, because these may change.
    get maxInFlight() {
      return routes.maxInFlight;
    },
    get maxTransactions() {
      return routes.maxTransactions;
    },
    get perDomain() {
      return routes.perDomain;
    },
  };

  async function hopIfAllowed(email: ClaimedEmail, domain: string) {
    const refusal = await reasonToRefuseDomain(email.accountId, domainOf(email.email.mail_from.address));
    return refusal === null ? await routes.hopTo(email, domain) : refused(refusal);
  }
}

function hasWaited({ email: { scheduled_at, created_at } }: ClaimedEmail): boolean {
  return scheduled_at !== null || Date.now() - created_at.getTime() > VALID_FOR_MS;
}

function refused(reason: string): AttemptResult {
  return { kind: "bounced", reason, meaning: "sender_not_allowed" };
}
