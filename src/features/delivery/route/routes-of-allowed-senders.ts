import { domainOf } from "../../../mail/address/index.ts";
import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Hop } from "./hop.ts";
import type { Routes } from "./router.ts";

/** The check at acceptance is valid for this time. */
const VALID_FOR_MS = 3_600_000;

type ReasonToRefuse = (accountId: string, fromDomain: string) => Promise<string | null>;

/** Mail that waited, scheduled or retried, is sent only if its account may still send from its domain, which may have changed hands. */
export class RoutesOfAllowedSenders implements Routes {
  readonly #routes: Routes;
  readonly #reasonToRefuseDomain: ReasonToRefuse;

  constructor(routes: Routes, reasonToRefuseDomain: ReasonToRefuse) {
    this.#routes = routes;
    this.#reasonToRefuseDomain = reasonToRefuseDomain;
  }

  hopTo(email: ClaimedEmail, domain: string) {
    return hasWaited(email) ? this.#hopIfAllowed(email, domain) : this.#routes.hopTo(email, domain);
  }

  returnPathOf(email: ClaimedEmail, recipient: ClaimedRecipient, hop: Hop) {
    return this.#routes.returnPathOf(email, recipient, hop);
  }

  get maxInFlight(): number {
    return this.#routes.maxInFlight;
  }

  get maxTransactions(): number {
    return this.#routes.maxTransactions;
  }

  get perDomain(): number {
    return this.#routes.perDomain;
  }

  close(): Promise<void> {
    return this.#routes.close();
  }

  async #hopIfAllowed(email: ClaimedEmail, domain: string) {
    const refusal = await this.#reasonToRefuseDomain(
      email.accountId,
      domainOf(email.email.mail_from.address),
    );
    return refusal === null ? await this.#routes.hopTo(email, domain) : refused(refusal);
  }
}

function hasWaited({ email: { scheduled_at, created_at } }: ClaimedEmail): boolean {
  return scheduled_at !== null || Date.now() - created_at.getTime() > VALID_FOR_MS;
}

function refused(reason: string): AttemptResult {
  return { kind: "bounced", reason, meaning: "sender_not_allowed" };
}
