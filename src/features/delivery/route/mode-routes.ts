import { domainOf } from "../../../mail/address/index.ts";
import {
  type DeliveryModes,
  databaseTime,
  type RoutingState,
  type RoutingTables,
} from "../../routing/index.ts";
import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Hop } from "./hop.ts";
import type { OneRoute } from "./one-route.ts";
import type { Routes } from "./router.ts";
import type { RuledRoutes } from "./ruled-routes.ts";

/** Mail that was accepted for delivery waits in test mode, and is looked at again after this. A shorter time fills its history. */
const WAIT_SECONDS = 600;

/** A switch is in force two seconds after its commit. A table that was read this long before a claim may not contain it. */
const MAX_AGE_AT_CLAIM_MS = 1_500;

/** The check of a sender at acceptance is valid for this time. */
const SENDER_VALID_FOR_MS = 3_600_000;

type Options = {
  tables: Pick<RoutingTables, "current" | "latest">;
  /** Keeps mail in the inbox. */
  capture: OneRoute;
  /** Sends mail. */
  live: Routes & Pick<RuledRoutes, "hopThrough" | "isHeld">;
  /** Returns why the account may not send from the domain, or null if it may. */
  reasonToRefuseDomain: (accountId: string, fromDomain: string) => Promise<string | null>;
};

type Found = Hop | AttemptResult;
type Limits = Pick<Routes, "maxInFlight" | "maxTransactions" | "perDomain">;

/**
 * Decides between the inbox and delivery. An email keeps to the mode in which it was accepted: test mail is captured even after the
 * instance went live, and other mail waits while the instance is in test mode (decision 58). Scheduled mail and late retries are sent
 * only if their account may still send from their domain, which another account may hold by now. Mail that an operator released from the
 * inbox goes through its relay in test mode, and is sent like other mail when the instance is live.
 */
export class ModeRoutes implements Routes {
  readonly #options: Options;
  /** Its one hop. */
  readonly #capture: Hop;
  /** For each hop of `live`, the hop that test mode can withdraw. */
  readonly #withdrawable = new WeakMap<Hop, Hop>();
  /** As known in this turn of the event loop. */
  #limitsOfTurn: Limits | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#capture = options.capture.hopTo();
  }

  hopTo(email: ClaimedEmail, domain: string): Found | Promise<Found> {
    const state = this.#options.tables.current();
    if (state instanceof Promise) return state.then((known) => this.#hopIn(known, email, domain));
    return this.#hopIn(state, email, domain);
  }

  returnPathOf(email: ClaimedEmail, recipient: ClaimedRecipient, hop: Hop) {
    const { capture, live } = this.#options;
    return (hop === this.#capture ? capture : live).returnPathOf(email, recipient, hop);
  }

  get maxInFlight(): number {
    return this.#limits.maxInFlight;
  }

  get maxTransactions(): number {
    return this.#limits.maxTransactions;
  }

  get perDomain(): number {
    return this.#limits.perDomain;
  }

  async close(): Promise<void> {
    await Promise.all([this.#options.capture.close(), this.#options.live.close()]);
  }

  /** They are read dozens of times for each email, and finding the mode of the present time would cost 3 % of a delivery. */
  get #limits(): Limits {
    if (this.#limitsOfTurn) return this.#limitsOfTurn;
    const { tables, capture, live } = this.#options;
    const { maxInFlight, maxTransactions, perDomain } = isTestMode(tables.latest) ? capture : live;
    setImmediate(() => {
      this.#limitsOfTurn = null;
    });
    this.#limitsOfTurn = { maxInFlight, maxTransactions, perDomain };
    return this.#limitsOfTurn;
  }

  #hopIn(state: RoutingState, email: ClaimedEmail, domain: string): Found | Promise<Found> {
    // The database failed since the claim, so that the mode is not known: an internal failure.
    if (email.claimedAt - state.seenAt > MAX_AGE_AT_CLAIM_MS)
      throw new Error("the delivery mode could not be read");
    const { release_relay_id: releaseRelayId } = email.email;
    if (releaseRelayId === null && isTestMail(state, email)) return this.#capture;
    if (isTestMode(state))
      return releaseRelayId === null
        ? waitsUntilLive()
        : this.#options.live.hopThrough(releaseRelayId, email, state);
    const hop = hasWaited(email)
      ? this.#hopIfAllowed(email, domain)
      : this.#options.live.hopTo(email, domain);
    return hop instanceof Promise
      ? hop.then((found) => this.#asWithdrawable(found))
      : this.#asWithdrawable(hop);
  }

  async #hopIfAllowed(email: ClaimedEmail, domain: string): Promise<Found> {
    const { live, reasonToRefuseDomain } = this.#options;
    const reason = await reasonToRefuseDomain(email.accountId, domainOf(email.email.mail_from.address));
    if (reason === null) return await live.hopTo(email, domain);
    return { kind: "bounced", reason, meaning: "sender_not_allowed" };
  }

  /** Mail that waits for its turn goes back to the queue when the instance is switched to test mode, or a rule holds it. */
  #asWithdrawable(hop: Found): Found {
    if (!("transmit" in hop)) return hop;
    const known = this.#withdrawable.get(hop);
    if (known) return known;
    const { tables, live } = this.#options;
    const withdrawable: Hop = {
      ...hop,
      // While mail waits for its turn, no other mail may have been routed, so that the mode is read again if that was long ago.
      isOutdated: async (mail) => {
        const state = await tables.current();
        return isTestMode(state) || live.isHeld(mail, state) || (await hop.isOutdated?.(mail)) === true;
      },
    };
    this.#withdrawable.set(hop, withdrawable);
    return withdrawable;
  }
}

type Known = Pick<RoutingState, "readAt" | "seenAt"> & { modes: DeliveryModes };

function isTestMode(state: Known): boolean {
  return state.modes.inForceAt(databaseTime(state)).mode === "capture";
}

function isTestMail(state: Known, { email }: ClaimedEmail): boolean {
  return state.modes.isTestMail(email.created_at, databaseTime(state));
}

function hasWaited({ email: { scheduled_at, created_at } }: ClaimedEmail): boolean {
  return scheduled_at !== null || Date.now() - created_at.getTime() > SENDER_VALID_FOR_MS;
}

function waitsUntilLive(): AttemptResult {
  return {
    kind: "deferred",
    reason:
      "The instance is in test mode. This email was accepted before, and waits until mail is delivered again.",
    route: "hold",
    retryAfterSeconds: WAIT_SECONDS,
    isOurChoice: true,
  };
}
