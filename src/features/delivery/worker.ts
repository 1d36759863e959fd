import { setTimeout as sleep } from "node:timers/promises";
import { Listener } from "../../platform/db/index.ts";
import { type Claim, QUEUE_CHANNEL } from "../recipients/index.ts";
import { ClaimLoop } from "./claim-loop.ts";
import type { ClaimedEmail, ClaimedRecipient } from "./claimed-email.ts";
import { decideUntried } from "./decide-next.ts";
import { decideWithoutTrying } from "./decide-without-trying.ts";
import { deliver } from "./deliver.ts";
import { DuePromoter } from "./due-promoter.ts";
import { Hands, type InHand } from "./in-hand/hands.ts";
import { LanesInHand } from "./in-hand/lanes-in-hand.ts";
import { OwnFailures } from "./in-hand/own-failures.ts";
import { Signal } from "./in-hand/signal.ts";
import { poison } from "./in-hand/suspect-turn.ts";
import { WaitingRoom } from "./in-hand/waiting-room.ts";
import { type Notes, noNotes } from "./journal/journal.ts";
import { waitsIfLong } from "./journal/waits-if-long.ts";
import { type Decision, type Untried, untried } from "./outcome.ts";
import { type Feedback, feedbackOf } from "./pace/feedback.ts";
import type { Sending } from "./pace/local-lane.ts";
import type { Dispatch } from "./routing/hop.ts";
import { byDomainIfSlow, partByHop } from "./routing/router.ts";
import type { WorkerOptions } from "./worker-options.ts";

/**
 * Claims ready recipients, finds the next hop of each, sends as the pace of its lane allows, settles in batches. No transaction is
 * open while a socket is. Everything in hand is either settled, released at stop, or left to its lease.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions;
  readonly #hands: Hands;
  readonly #listener: Listener;
  readonly #promoter: DuePromoter;
  readonly #waiting: WaitingRoom;
  readonly #lanes = new LanesInHand();
  readonly #claims: ClaimLoop;
  readonly #failures: OwnFailures;
  #stopping = false;
  readonly #changed = new Signal();
  readonly #notes: Notes;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    const { database, log, pace, routes } = options;
    const hasSlowOnes = () => Number.isFinite(routes.perDomain);
    this.#options = options;
    this.#waiting = new WaitingRoom({
      slots: () => routes.maxUnderWay,
      hasSlowOnes,
      trialRank: (dispatch) => pace.trialRank(dispatch.hop.lane, sendingOf(dispatch)),
    });
    this.#notes = options.notes ?? noNotes;
    this.#hands = new Hands({
      ...options,
      notes: this.#notes,
      most: () => routes.maxInHand,
      hasSlowOnes,
      isStopping: () => this.#stopping,
    });
    this.#failures = new OwnFailures({ log });
    this.#claims = new ClaimLoop({
      ...options,
      notes: this.#notes,
      failures: this.#failures,
      hands: this.#hands,
      lanes: this.#lanes,
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
    pace.onRoom(() => {
      this.#giveBackClosed();
      this.#sendWaiting();
      this.#changed.raise();
    });
  }

  async start(): Promise<void> {
    this.#hands.start();
    await this.#listener.start();
    await this.#options.pace.start();
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
    while (this.#hands.size > 0) await this.#changed.wait();
    await closed;
    await this.#options.pace.close();
    this.#hands.stop();
    await this.#listener.close();
  }

  /** Returns when those whose hop is known at once are on their way. */
  async #take(emails: ClaimedEmail[], since: number): Promise<void> {
    this.#hands.take(emails, since);
    const routed = emails.map((email) => this.#route(email));
    await Promise.race([Promise.all(routed), sleep(0)]);
  }

  async #route(claimed: ClaimedEmail): Promise<void> {
    const { recipients } = claimed;
    if (claimed.isPoison) return this.#hands.settle({ email: claimed, recipients }, this.#giveUp(claimed));
    // Also where nothing may go now: what is late ends, and does not come back to its lane again and again.
    const late = recipients.filter(({ secondsLeft }) => secondsLeft <= 0);
    const email = { ...claimed, recipients: recipients.filter((one) => !late.includes(one)) };
    if (late.length > 0) void this.#endLate({ email: claimed, recipients: late });
    const known = this.#lanes.await(email);
    const waiting = waitsIfLong(this.#notes, () => claimsOf(email));
    const parts = await byDomainIfSlow(email, this.#options.routes);
    waiting.end();
    known();
    await Promise.all(parts.map((part) => this.#routePart(part)));
  }

  async #endLate({ email, recipients }: InHand): Promise<void> {
    const { on_uncertain } = email.policy;
    await this.#hands.settle(
      { email, recipients },
      recipients.map((one) => decideUntried(on_uncertain, one)),
    );
    this.#changed.raise();
  }

  async #routePart(email: ClaimedEmail): Promise<void> {
    const known = this.#lanes.await(email);
    const waiting = waitsIfLong(this.#notes, () => claimsOf(email));
    const { dispatches, undeliverable } = await this.#tryToPart(email);
    waiting.end();
    known();
    for (const dispatch of dispatches) {
      this.#lanes.take(dispatch);
      this.#options.pace.meet(dispatch.hop.lane, dispatch.hop.plan);
      // What was learnt only now to go nowhere for the time being is left to others, or to a later claim.
      if (this.#stopping || this.#options.pace.room(dispatch.hop.lane) === 0) await this.#giveBack(dispatch);
      else {
        this.#waiting.add(dispatch);
        this.#sendWaiting(dispatch.hop.lane);
        if (this.#waiting.has(dispatch)) this.#notes.waits(claimsOf(dispatch));
      }
    }
    for (const one of undeliverable) await this.#hands.settle(one, decideWithoutTrying(one));
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

  /** Of one lane, where nothing has changed for the others: there may be thousands. */
  #sendWaiting(only?: string): void {
    for (;;) {
      const begun = this.#waiting.begin(
        (dispatch) => this.#options.pace.begin(dispatch.hop.lane, sendingOf(dispatch)),
        only,
      );
      if (!begun) return;
      void this.#send(begun.dispatch, begun.end);
    }
  }

  async #send(dispatch: Dispatch, end: () => boolean): Promise<void> {
    const { lane } = dispatch.hop;
    let hasPlace = true;
    const leavePlace = (feedback: Feedback | null) => {
      if (!hasPlace) return;
      hasPlace = false;
      this.#options.pace.end(lane, feedback, sendingOf(dispatch));
      if (this.#options.pace.room(lane) === 0) this.#giveBackClosed();
      else this.#sendWaiting(lane);
    };
    const steps = await this.#tryToDeliver(dispatch, leavePlace);
    const heldUpOthers = end();
    leavePlace(feedbackOf(steps.filter(isDecided).map(({ result }) => result)));
    this.#sendWaiting(heldUpOthers ? undefined : lane);
    await this.#finish(dispatch, steps);
    this.#lanes.letGo(dispatch);
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
      await this.#hands.settle({ email, recipients: of(isDecided) }, decisions);
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
    const mayTransmit = () => this.#hands.mayTransmit(recipients);
    const all = (one: Untried) => recipients.map(() => one);
    // By now the mail belongs to another throttle.
    if (hop.isOutdated?.()) return all(untried("closing"));
    if (!mayTransmit()) return all(untried("withheld"));
    try {
      const steps = await deliver(dispatch, {
        ...this.#options,
        notes: this.#notes,
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
    await this.#hands.giveBack(recipients, why);
    this.#changed.raise();
  }

  #giveUp({ email, recipients }: ClaimedEmail): Decision[] {
    this.#options.log.error(
      { event: "delivery.poison", emailId: email.id },
      "an email ended workers again and again and is not tried any more",
    );
    return recipients.map(() => ({ state: "uncertain", retrySeconds: null, result: poison }));
  }

  /** Of lanes in which nothing may go any more. */
  #giveBackClosed(): void {
    void this.#giveBack(...this.#waiting.emptyLanes((lane) => this.#options.pace.room(lane) === 0));
  }

  async #giveBack(...dispatches: Dispatch[]): Promise<void> {
    if (dispatches.length === 0) return;
    await this.#hands.giveBack(dispatches.flatMap(({ recipients }) => recipients));
    for (const dispatch of dispatches) this.#lanes.letGo(dispatch);
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
