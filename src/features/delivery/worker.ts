import { setTimeout as sleep } from "node:timers/promises";
import { Listener } from "../../platform/db/index.ts";
import { type Claim, QUEUE_CHANNEL } from "../recipients/index.ts";
import { ClaimLoop } from "./claim/claim-loop.ts";
import type { ClaimedEmail, ClaimedRecipient } from "./claim/claimed-email.ts";
import { DuePromoter } from "./claim/due-promoter.ts";
import { OwnFailures } from "./crash-guard/own-failures.ts";
import { poison } from "./crash-guard/quarantine-turn.ts";
import { type AttemptJournal, noJournal } from "./journal/journal.ts";
import { waitsIfLong } from "./journal/waits-if-long.ts";
import { type Decision, type Untried, untried } from "./outcome.ts";
import type { Dispatch } from "./route/hop.ts";
import { byDomainIfSlow, partByHop } from "./route/router.ts";
import { DispatchQueue } from "./schedule/dispatch-queue.ts";
import { InFlightByThrottle } from "./schedule/in-flight-by-throttle.ts";
import { InFlightRecipients, type RecipientsOfEmail } from "./schedule/in-flight-recipients.ts";
import { Signal } from "./schedule/signal.ts";
import { decideUntried } from "./settle/decide-next.ts";
import { decideWithoutTrying } from "./settle/decide-without-trying.ts";
import { type Feedback, feedbackOf } from "./throttles/feedback.ts";
import type { Sending } from "./throttles/local-throttle.ts";
import { deliver } from "./transmit/deliver.ts";
import type { WorkerOptions } from "./worker-options.ts";

/**
 * Claims ready recipients, finds the next hop of each, sends as its throttle allows, settles in batches. No transaction is
 * open while a socket is. Everything in hand is either settled, released at stop, or left to its lease.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions;
  readonly #inFlight: InFlightRecipients;
  readonly #listener: Listener;
  readonly #promoter: DuePromoter;
  readonly #waiting: DispatchQueue;
  readonly #inFlightByThrottle = new InFlightByThrottle();
  readonly #claims: ClaimLoop;
  readonly #failures: OwnFailures;
  #stopping = false;
  readonly #changed = new Signal();
  readonly #journal: AttemptJournal;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    const { database, log, throttles, routes } = options;
    const hasSlowOnes = () => Number.isFinite(routes.perDomain);
    this.#options = options;
    this.#waiting = new DispatchQueue({
      slots: () => routes.maxTransactions,
      hasSlowOnes,
      probeRank: (dispatch) => throttles.probeRank(dispatch.hop.throttle, sendingOf(dispatch)),
    });
    this.#journal = options.journal ?? noJournal;
    this.#inFlight = new InFlightRecipients({
      ...options,
      journal: this.#journal,
      most: () => routes.maxInFlight,
      hasSlowOnes,
      isStopping: () => this.#stopping,
    });
    this.#failures = new OwnFailures({ log });
    this.#claims = new ClaimLoop({
      ...options,
      journal: this.#journal,
      failures: this.#failures,
      inFlight: this.#inFlight,
      inFlightByThrottle: this.#inFlightByThrottle,
      changed: this.#changed,
      take: (emails, since) => this.#take(emails, since),
      isStopping: () => this.#stopping,
    });
    this.#promoter = new DuePromoter({ database, onPromoted: () => this.#changed.raise() });
    this.#listener = new Listener({
      connectionString: database.connectionString,
      channel: QUEUE_CHANNEL,
      onNotice: () => this.#changed.raise(),
      log,
    });
    throttles.onCapacity(() => {
      this.#giveBackClosed();
      this.#sendWaiting();
      this.#changed.raise();
    });
  }

  async start(): Promise<void> {
    this.#inFlight.start();
    await this.#listener.start();
    await this.#options.throttles.start();
    this.#promoter.start();
    this.#loop = this.#claims.untilStopped();
  }

  /** Claims no more, gives back what has not begun, lets the rest reach its end and settles it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#changed.raise();
    this.#promoter.stop();
    await this.#loop;
    await this.#giveBack(...this.#waiting.empty());
    const closed = this.#options.routes.close();
    while (this.#inFlight.size > 0) await this.#changed.wait();
    await closed;
    await this.#options.throttles.close();
    this.#inFlight.stop();
    await this.#listener.close();
  }

  /** Returns when those whose hop is known at once are on their way. */
  async #take(emails: ClaimedEmail[], since: number): Promise<void> {
    this.#inFlight.take(emails, since);
    const routed = emails.map((email) => this.#route(email));
    await Promise.race([Promise.all(routed), sleep(0)]);
  }

  async #route(claimed: ClaimedEmail): Promise<void> {
    const { recipients } = claimed;
    if (claimed.isPoison) return this.#inFlight.settle({ email: claimed, recipients }, this.#giveUp(claimed));
    // Also where nothing may go now: what is late ends, and does not come back to its throttle again and again.
    const late = recipients.filter(({ secondsLeft }) => secondsLeft <= 0);
    const email = { ...claimed, recipients: recipients.filter((one) => !late.includes(one)) };
    if (late.length > 0) void this.#endLate({ email: claimed, recipients: late });
    const known = this.#inFlightByThrottle.await(email);
    const waiting = waitsIfLong(this.#journal, () => claimsOf(email));
    const parts = await byDomainIfSlow(email, this.#options.routes);
    waiting.end();
    known();
    await Promise.all(parts.map((part) => this.#routePart(part)));
  }

  async #endLate({ email, recipients }: RecipientsOfEmail): Promise<void> {
    const { on_uncertain } = email.policy;
    await this.#inFlight.settle(
      { email, recipients },
      recipients.map((one) => decideUntried(on_uncertain, one)),
    );
    this.#changed.raise();
  }

  async #routePart(email: ClaimedEmail): Promise<void> {
    const known = this.#inFlightByThrottle.await(email);
    const waiting = waitsIfLong(this.#journal, () => claimsOf(email));
    const { dispatches, undeliverable } = await this.#tryToPart(email);
    waiting.end();
    known();
    for (const dispatch of dispatches) {
      this.#inFlightByThrottle.take(dispatch);
      this.#options.throttles.register(dispatch.hop.throttle, dispatch.hop.plan);
      // What was learnt only now to go nowhere for the time being is left to others, or to a later claim.
      if (this.#stopping || this.#options.throttles.capacity(dispatch.hop.throttle) === 0)
        await this.#giveBack(dispatch);
      else {
        this.#waiting.add(dispatch);
        this.#sendWaiting(dispatch.hop.throttle);
        if (this.#waiting.has(dispatch)) this.#journal.recordWaiting(claimsOf(dispatch));
      }
    }
    for (const one of undeliverable) await this.#inFlight.settle(one, decideWithoutTrying(one));
    if (undeliverable.length > 0) this.#changed.raise();
  }

  async #tryToPart(email: ClaimedEmail): ReturnType<typeof partByHop> {
    try {
      return await partByHop(email, this.#options.routes);
    } catch (error) {
      await this.#giveBackUntried(email.recipients, this.#failures.note(error, { emailId: email.email.id }));
      return { dispatches: [], undeliverable: [] };
    }
  }

  /** Of one throttle, where nothing has changed for the others: there may be thousands. */
  #sendWaiting(only?: string): void {
    for (;;) {
      const begun = this.#waiting.begin(
        (dispatch) => this.#options.throttles.acquire(dispatch.hop.throttle, sendingOf(dispatch)),
        only,
      );
      if (!begun) return;
      void this.#send(begun.dispatch, begun.end);
    }
  }

  async #send(dispatch: Dispatch, end: () => boolean): Promise<void> {
    const { throttle } = dispatch.hop;
    let hasPlace = true;
    const leavePlace = (feedback: Feedback | null) => {
      if (!hasPlace) return;
      hasPlace = false;
      this.#options.throttles.release(throttle, feedback, sendingOf(dispatch));
      if (this.#options.throttles.capacity(throttle) === 0) this.#giveBackClosed();
      else this.#sendWaiting(throttle);
    };
    const steps = await this.#tryToDeliver(dispatch, leavePlace);
    const heldUpOthers = end();
    leavePlace(feedbackOf(steps.filter(isDecided).map(({ result }) => result)));
    this.#sendWaiting(heldUpOthers ? undefined : throttle);
    await this.#finish(dispatch, steps);
    this.#inFlightByThrottle.letGo(dispatch);
    this.#changed.raise();
  }

  /** Settles who was tried, and gives back who was not. */
  async #finish({ email, recipients }: Dispatch, steps: (Decision | Untried)[]): Promise<void> {
    const of = (isMeant: (step: Decision | Untried) => boolean) =>
      recipients.filter((_, index) => isMeant(steps[index] as Decision | Untried));
    const decisions = steps.filter(isDecided);
    const ours = steps.find((step) => !isDecided(step)) as Untried | undefined;
    if (decisions.length > 0) {
      this.#failures.end();
      await this.#inFlight.settle({ email, recipients: of(isDecided) }, decisions);
    }
    if (ours)
      await this.#giveBackUntried(
        of((step) => !isDecided(step)),
        ours,
      );
  }

  /** A decision or, for a failure of ours, none for anybody. */
  async #tryToDeliver(
    dispatch: Dispatch,
    onFeedback: (feedback: Feedback | null) => void,
  ): Promise<(Decision | Untried)[]> {
    const { email, recipients, hop } = dispatch;
    const mayTransmit = () => this.#inFlight.mayTransmit(recipients);
    const all = (one: Untried) => recipients.map(() => one);
    // By now the mail belongs to another throttle.
    if (hop.isOutdated?.()) return all(untried("closing"));
    if (!mayTransmit()) return all(untried("withheld"));
    try {
      const steps = await deliver(dispatch, {
        ...this.#options,
        journal: this.#journal,
        mayTransmit,
        onFeedback,
      });
      const failed = steps.find((step): step is Untried => !isDecided(step) && step.cause !== undefined);
      if (failed) this.#failures.note(failed.cause, { emailId: email.email.id });
      return steps;
    } catch (error) {
      return all(this.#failures.note(error, { emailId: email.email.id }));
    }
  }

  /** The one way out for what was claimed and not tried. */
  async #giveBackUntried(recipients: ClaimedRecipient[], why: Untried): Promise<void> {
    await this.#inFlight.giveBack(recipients, why);
    this.#changed.raise();
  }

  #giveUp({ email, recipients }: ClaimedEmail): Decision[] {
    this.#options.log.error(
      { event: "delivery.poison", emailId: email.id },
      "an email ended workers again and again and is not tried any more",
    );
    return recipients.map(() => ({ state: "uncertain", retrySeconds: null, result: poison }));
  }

  /** Of throttles in which nothing may go any more. */
  #giveBackClosed(): void {
    void this.#giveBack(
      ...this.#waiting.emptyThrottles((throttle) => this.#options.throttles.capacity(throttle) === 0),
    );
  }

  async #giveBack(...dispatches: Dispatch[]): Promise<void> {
    if (dispatches.length === 0) return;
    await this.#inFlight.giveBack(dispatches.flatMap(({ recipients }) => recipients));
    for (const dispatch of dispatches) this.#inFlightByThrottle.letGo(dispatch);
    this.#changed.raise();
  }
}

function sendingOf({ email: { accountId }, recipients }: Dispatch): Sending {
  return { accountId, domain: recipients[0]?.domain ?? "" };
}

function claimsOf({ recipients }: { recipients: ClaimedRecipient[] }): Claim[] {
  return recipients.map(({ claim }) => claim);
}

function isDecided(step: Decision | Untried): step is Decision {
  return "state" in step;
}
