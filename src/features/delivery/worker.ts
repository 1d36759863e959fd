import { setTimeout as sleep } from "node:timers/promises";
import { Listener } from "../../platform/db/index.ts";
import { type Claim, nothingPaused, QUEUE_CHANNEL } from "../recipients/index.ts";
import type { ClaimedEmail, ClaimedRecipient } from "./claim/claimed-email.ts";
import { Claimer } from "./claim/claimer.ts";
import { DuePromoter } from "./claim/due-promoter.ts";
import { KnownPauses } from "./claim/known-pauses.ts";
import { WakeUps } from "./claim/wake-ups.ts";
import { OwnFailures } from "./crash-guard/own-failures.ts";
import { POISON } from "./crash-guard/quarantine.ts";
import { type AttemptJournal, noJournal } from "./journal/attempt-journal.ts";
import { type Decision, isDecided, type Step, type Untried, untried } from "./outcome.ts";
import type { Dispatch } from "./route/hop.ts";
import { byDomainIfSlow, partByHop } from "./route/router.ts";
import { Scheduler, type Turn } from "./schedule/scheduler.ts";
import { decideUntried } from "./settle/decide-next.ts";
import { decideWithoutTrying } from "./settle/decide-without-trying.ts";
import { InFlightRecipients, type RecipientsOfEmail } from "./settle/in-flight-recipients.ts";
import { feedbackOf } from "./throttles/feedback.ts";
import { deliver } from "./transmit/deliver.ts";
import type { WorkerOptions } from "./worker-options.ts";

/**
 * Delivers mail: claim → route → schedule → transmit → settle, one method for each step, from top to bottom.
 *
 * A claimed recipient leaves in one of two ways: settled, or given back without an attempt. If the process is killed before, the
 * journal or, without one, the lease gives it back. No database transaction is open while a connection to a mail server is.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions;
  readonly #journal: AttemptJournal;
  readonly #scheduler: Scheduler;
  readonly #inFlight: InFlightRecipients;
  readonly #claimer: Claimer;
  readonly #pauses: KnownPauses;
  readonly #failures: OwnFailures;
  readonly #listener: Listener;
  readonly #promoter: DuePromoter;
  readonly #wakeUps = new WakeUps();
  readonly #stop = new AbortController();
  #claiming: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    const { database, log, routes, throttles, onSettled } = options;
    const pauses = new KnownPauses(options.pauses ?? nothingPaused);
    const wakeUps = this.#wakeUps;
    const stopping = this.#stop.signal;
    const journal = options.journal ?? noJournal;
    const failures = new OwnFailures({ log });
    const scheduler = new Scheduler({ routes, throttles, onCapacity: () => wakeUps.emit("capacity freed") });
    const inFlight = new InFlightRecipients({ database, log, journal, scheduler, stopping, onSettled });
    this.#options = options;
    this.#journal = journal;
    this.#failures = failures;
    this.#scheduler = scheduler;
    this.#inFlight = inFlight;
    this.#pauses = pauses;
    this.#claimer = new Claimer({
      ...{ database, log, journal, scheduler, inFlight, failures, wakeUps, pauses, stopping },
    });
    this.#promoter = new DuePromoter({
      database,
      listening: options.acceptanceListeners ?? (async () => []),
      onPromoted: () => wakeUps.emit("mail due"),
      renewLeases: () => inFlight.renewLeases(),
    });
    this.#listener = new Listener({
      connectionString: database.connectionString,
      channel: QUEUE_CHANNEL,
      onNotice: () => wakeUps.emit("mail due"),
      log,
    });
  }

  async start(): Promise<void> {
    this.#inFlight.start();
    await this.#listener.start();
    await this.#options.throttles.start();
    this.#promoter.start();
    this.#claiming = this.#claimUntilStopped();
  }

  /** Stops claiming, gives back recipients whose transactions have not begun, and waits until all others are settled. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wakeUps.emit("stopping");
    this.#promoter.stop();
    // Before the claim in progress ends, which may take long: a transaction that finishes meanwhile must not start the next one.
    this.#scheduler.stop();
    await this.#claiming;
    await Promise.all([this.#options.routes.close(), this.#inFlight.untilIdle()]);
    await this.#options.throttles.close();
    this.#inFlight.stop();
    await this.#listener.close();
  }

  async #claimUntilStopped(): Promise<void> {
    for await (const batch of this.#claimer.batches()) {
      this.#inFlight.add(batch);
      const routed = batch.emails.map((email) => this.#route(email));
      // The next claim sees the capacity that is left after emails whose hops are known at once.
      await Promise.race([Promise.all(routed), sleep(0)]);
    }
  }

  /** Recipients that share a hop share a transaction. Recipients that need no server are settled here. */
  async #route(claimed: ClaimedEmail): Promise<void> {
    if (claimed.isPoison) return await this.#settlePoison(claimed);
    // Expired recipients are settled here even if their destination is closed. Otherwise they would be claimed and given back repeatedly.
    const expired = claimed.recipients.filter(({ secondsLeft }) => secondsLeft <= 0);
    if (expired.length > 0) void this.#settleExpired({ email: claimed, recipients: expired });
    const email = { ...claimed, recipients: claimed.recipients.filter(({ secondsLeft }) => secondsLeft > 0) };
    const startedAt = performance.now();
    const parts = await this.#whileRouting(email, () => byDomainIfSlow(email, this.#options.routes));
    await Promise.all(parts.map((part) => this.#routePart(part, startedAt)));
  }

  async #routePart(email: ClaimedEmail, startedAt: number): Promise<void> {
    const { dispatches, undeliverable } = await this.#whileRouting(email, () => this.#tryToPart(email));
    const dnsMs = performance.now() - startedAt;
    for (const dispatch of dispatches) void this.#send({ ...dispatch, dnsMs });
    // All at once, so that they share a commit.
    await Promise.all(undeliverable.map((mail) => this.#settle(mail, decideWithoutTrying(mail))));
  }

  /** One transaction, from the queue to its end. */
  async #send(dispatch: Dispatch): Promise<void> {
    const { email, recipients } = dispatch;
    const scheduled = this.#scheduler.enqueue(dispatch);
    if (this.#scheduler.isWaiting(dispatch)) this.#journal.recordWaiting(claimsOf(recipients));
    const turn = await scheduled;
    if (turn === null) await this.#inFlight.giveBack(recipients);
    else await this.#inFlight.settle({ email, recipients }, await this.#transmit(dispatch, turn));
    this.#scheduler.leave(dispatch);
  }

  /** Returns a step for each recipient, and gives the turn back. Never rejects. */
  async #transmit(dispatch: Dispatch, turn: Turn): Promise<Step[]> {
    const steps = await this.#tryToDeliver(dispatch, turn);
    const decisions = steps.filter(isDecided);
    if (decisions.length > 0) this.#failures.end();
    turn.end(feedbackOf(decisions.map(({ result }) => result)));
    return steps;
  }

  async #tryToDeliver(dispatch: Dispatch, turn: Turn): Promise<Step[]> {
    const { email, recipients, hop } = dispatch;
    const mayTransmit = () => this.#inFlight.mayTransmit(recipients);
    const pauses = this.#pauses.ofAccount(email.accountId);
    // The mail belongs to another throttle by now.
    if (await hop.isOutdated?.(dispatch)) return recipients.map(() => untried("closing"));
    const isPaused = pauses instanceof Promise ? await pauses : pauses;
    if (!mayTransmit()) return recipients.map(() => untried("withheld"));
    try {
      const journal = this.#journal;
      const onFeedback = turn.leaveThrottle;
      const steps = await deliver(dispatch, { ...this.#options, journal, mayTransmit, onFeedback, isPaused });
      const failed = steps.find((step): step is Untried => !isDecided(step) && step.cause !== undefined);
      if (failed) this.#failures.record(failed.cause, { emailId: email.email.id });
      return steps;
    } catch (error) {
      const failed = this.#failures.record(error, { emailId: email.email.id });
      return recipients.map(() => failed);
    }
  }

  /** Settles recipients that never got a turn. */
  async #settle(mail: RecipientsOfEmail, steps: Step[]): Promise<void> {
    await this.#inFlight.settle(mail, steps);
    this.#wakeUps.emit("capacity freed");
  }

  async #settleExpired({ email, recipients }: RecipientsOfEmail): Promise<void> {
    const { on_uncertain } = email.policy;
    await this.#settle(
      { email, recipients },
      recipients.map((recipient) => decideUntried(on_uncertain, recipient)),
    );
  }

  async #settlePoison(email: ClaimedEmail): Promise<void> {
    const { recipients } = email;
    this.#options.log.error(
      { event: "delivery.parked", emailId: email.email.id },
      "an email crashed its worker three times while alone in flight and is not retried",
    );
    const decision: Decision = { state: "uncertain", retrySeconds: null, result: POISON };
    await this.#settle(
      { email, recipients },
      recipients.map(() => decision),
    );
  }

  /** Until routing ends, no more mail is claimed for these domains, and a crash is not blamed on an email that waits for a name server. */
  async #whileRouting<Routed>(email: ClaimedEmail, route: () => Promise<Routed>): Promise<Routed> {
    const release = this.#scheduler.holdDomains(email);
    const waiting = this.#journal.recordWaitingIfLong(() => claimsOf(email.recipients));
    const routed = await route();
    waiting.end();
    release();
    return routed;
  }

  async #tryToPart(email: ClaimedEmail): ReturnType<typeof partByHop> {
    try {
      return await partByHop(email, this.#options.routes);
    } catch (error) {
      const { recipients } = email;
      const failed = this.#failures.record(error, { emailId: email.email.id });
      await this.#settle(
        { email, recipients },
        recipients.map(() => failed),
      );
      return { dispatches: [], undeliverable: [] };
    }
  }
}

function claimsOf(recipients: ClaimedRecipient[]): Claim[] {
  return recipients.map(({ claim }) => claim);
}
