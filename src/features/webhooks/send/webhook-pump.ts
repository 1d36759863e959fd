import type { Ordering } from "../webhook.ts";
import type { WebhookEvent } from "../webhook-event.ts";
import type { AttemptOutcome } from "./attempt.ts";
import { type Attempted, attemptedOf, deferredOf, droppedOf } from "./attempted.ts";
import { DueItems, type LoadDue } from "./due-items.ts";
import { EventSeries, type Item } from "./event-series.ts";
import { type EarlierFailures, FailuresInARow } from "./failures-in-a-row.ts";
import { type FeedPage, PAGE, POLL_MS } from "./feed-pages.ts";
import { type HeldSubject, HeldSubjects } from "./held-subjects.ts";
import { SubjectQueues } from "./subject-queues.ts";

export type PumpOptions = {
  /** The last finished event. */
  cursor: string;
  /** Failures in a row before this pump. While it is above 0, one request at a time tests the webhook. */
  failures: EarlierFailures;
  wants: (event: WebhookEvent) => boolean;
  /** Whether the webhook's format has the event. */
  canSend: (event: WebhookEvent) => boolean;
  /** Returns the next events after an id, oldest first. */
  read: (afterId: string) => Promise<FeedPage>;
  /** The limit of events in memory that were read and are not finished. */
  maxOutstanding: () => number;
  ordering: Ordering;
  /** The limit of requests in flight. */
  concurrency: number;
  /** Events after the cursor that were recorded before. */
  known: ReadonlySet<string>;
  /** Subjects with pending deliveries, for whose retries later events wait. */
  held: readonly HeldSubject[];
  loadDue: (limit: number, isDown: boolean) => ReturnType<LoadDue>;
  attempt: (event: WebhookEvent) => Promise<AttemptOutcome>;
  /** Stores an attempt, or that an event waits. False: another process has taken the webhook. */
  record: (attempted: Attempted, cursor: string) => Promise<boolean>;
};

/** `restMs`: the pause before the next request. `isGone`: the server returned 410. */
export type Pumped = { cursor: string; restMs: number; isGone: boolean };

/**
 * Sends the events of the feed to one webhook: those about the same subject in order, others side by side. An event that fails, and those
 * that wait for its retry, are recorded as pending and so leave the series: they do not hold up others. Ends when there is nothing to do,
 * when the webhook fails repeatedly or asks for a pause, or when it is stopped.
 */
export class WebhookPump {
  readonly #options: PumpOptions;
  readonly #series: EventSeries;
  readonly #waiting = new SubjectQueues();
  readonly #due: DueItems;
  readonly #held: HeldSubjects;
  readonly #failures: FailuresInARow;
  /** Subjects with a request in progress. */
  readonly #busy = new Set<string>();
  /** Attempts that are being recorded. */
  #recording = 0;
  /** Events that are being recorded as waiting, by subject. */
  readonly #deferring = new Map<string, Promise<unknown>>();
  /** When the next query of the feed is worthwhile (`performance.now()`). */
  #readAt = 0;
  /** The last page was not full. */
  #isFeedRead = false;
  #isEnding = false;
  #isAbandoned = false;
  #isGone = false;
  #changed = Promise.withResolvers<void>();

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#series = new EventSeries(options.cursor);
    this.#due = new DueItems((limit) => options.loadDue(limit, this.#failures.isDown));
    this.#held = new HeldSubjects(options.ordering, options.held);
    this.#failures = new FailuresInARow(options.failures);
  }

  /** The last finished event. */
  get cursor(): string {
    return this.#series.cursor;
  }

  /** Starts no more requests. run() ends when the requests in flight have ended. */
  stop(): void {
    this.#isEnding = true;
    this.#wake();
  }

  /** Ends without waiting for requests in flight. The process that takes the webhook next sends their events again. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#busy.clear();
    this.stop();
  }

  /** Runs until there is nothing more to do. Rejects if events cannot be read, as soon as the requests in flight have ended. */
  async run(): Promise<Pumped> {
    try {
      while (!this.#isEnding) {
        const added = (await this.#addDue()) + (await this.#readMore());
        this.#startWaiting();
        if (added === 0 && this.#isIdle) break;
        if (!this.#canRead) await this.#wakeWithin(POLL_MS);
      }
    } finally {
      this.#isEnding = true;
      while (this.#isWorking) await this.#wakeWithin(POLL_MS);
    }
    return { cursor: this.#series.cursor, restMs: this.#failures.restMs, isGone: this.#isGone };
  }

  async #addDue(): Promise<number> {
    // Also while all requests are of events that were read: those never run out while there is a backlog.
    const added = await this.#due.load(this.#failures.limitOf(this.#options.concurrency));
    for (const item of added)
      if (!this.#options.canSend(item.event)) void this.#drop(item);
      else if (this.#held.isBehind(item.event.subject, item.event.id)) void this.#defer(item);
    return added.length;
  }

  async #readMore(): Promise<number> {
    if (!this.#canRead) return 0;
    const { events, nextAt } = await this.#options.read(this.#series.position);
    this.#readAt = nextAt;
    this.#isFeedRead = events.length < PAGE;
    for (const event of events) this.#add(event);
    this.#series.moveCursor();
    return events.length;
  }

  #add(event: WebhookEvent): void {
    const { known, wants } = this.#options;
    const item: Item = { event, delivery: null, isDone: known.has(event.id) || !wants(event) };
    this.#series.add(item);
    if (item.isDone) return;
    if (this.#held.has(event.subject)) void this.#defer(item);
    else this.#waiting.add(item);
  }

  get #isWorking(): boolean {
    return this.#busy.size + this.#recording > 0;
  }

  get #isIdle(): boolean {
    return !this.#isWorking && this.#due.isEmpty && this.#waiting.isEmpty;
  }

  get #canRead(): boolean {
    const { maxOutstanding } = this.#options;
    return this.#series.length <= maxOutstanding() - PAGE && performance.now() >= this.#readAt;
  }

  #startWaiting(): void {
    while (!this.#isEnding && this.#busy.size < this.#failures.limitOf(this.#options.concurrency)) {
      const item = this.#take();
      if (!item) return;
      void this.#send(item);
    }
  }

  /** Retries first: later events wait for them. New events test a webhook that is down, because it may refuse only the retried ones. */
  #take(): Item | undefined {
    if (!this.#failures.isDown) return this.#due.take(this.#busy) ?? this.#waiting.take(this.#busy);
    const hasRead = this.#isFeedRead || !this.#canRead;
    return this.#waiting.take(this.#busy) ?? (hasRead ? this.#due.take(this.#busy) : undefined);
  }

  /** The next event of the subject does not wait until this one is recorded. */
  async #send(item: Item): Promise<void> {
    const { subject } = item.event;
    this.#busy.add(subject);
    const isProbe = this.#failures.isDown;
    const attempted = attemptedOf(item, await this.#options.attempt(item.event));
    if (this.#isAbandoned) return;
    this.#busy.delete(subject);
    if (attempted.state === "succeeded") this.#failures.reset();
    else this.#fail(attempted);
    if (isProbe) this.#isEnding = true;
    this.#keepOrder(item, attempted);
    this.#startWaiting();
    if (this.#due.isLoadable) this.#wake();
    await this.#record(item, attempted);
  }

  /** Later events of a subject wait while an earlier one is retried. */
  #keepOrder({ delivery, event: { id, subject } }: Item, { state }: Attempted): void {
    if (state !== "pending") {
      if (delivery) this.#held.settle(subject, id);
      return;
    }
    this.#held.fail(subject, id);
    const later = [...this.#due.takeLater(subject, id), ...this.#waiting.takeAll(subject)];
    for (const item of later) void this.#defer(item);
  }

  /** Records that a retry is given up, because the webhook's format no longer has the event. */
  async #drop(item: Item): Promise<void> {
    if (!item.delivery) return;
    const { subject, id } = item.event;
    this.#due.start(item);
    this.#held.settle(subject, id);
    await this.#record(item, droppedOf({ event: item.event, delivery: item.delivery }));
  }

  /** Records that an event waits for an earlier one. */
  async #defer(item: Item): Promise<void> {
    const { id, subject } = item.event;
    const attempted = deferredOf(item, this.#held.waitSeconds(subject, id));
    if (item.delivery) this.#due.start(item);
    if (attempted.tries === 0) this.#held.add(subject, id);
    const recorded = Promise.all([this.#deferring.get(subject), this.#store(item, attempted)]);
    this.#deferring.set(subject, recorded);
    await recorded;
    if (this.#deferring.get(subject) === recorded) this.#deferring.delete(subject);
  }

  /** The record of a finished delivery makes waiting events due. One that is recorded at the same time would wait for a minute. */
  async #record(item: Item, attempted: Attempted): Promise<void> {
    this.#recording += 1;
    if (attempted.wasPending) await this.#deferring.get(item.event.subject);
    this.#recording -= 1;
    await this.#store(item, attempted);
  }

  async #store(item: Item, attempted: Attempted): Promise<void> {
    this.#recording += 1;
    // If the database is unavailable, the process that takes the webhook next sends the event again.
    item.isDone = await this.#options.record(attempted, this.#series.cursor).catch(() => false);
    if (!item.isDone) this.#isEnding = true;
    this.#recording -= 1;
    this.#due.end(item.event.id);
    this.#series.moveCursor();
    // The loop reads more events, or ends.
    if (this.#isEnding || this.#canRead || this.#isIdle) this.#wake();
  }

  #fail({ outcome }: Attempted): void {
    if (outcome) this.#failures.add(outcome);
    if (outcome?.result === "gone") this.#isGone = true;
    if (this.#isGone || this.#failures.isRestNeeded) this.#isEnding = true;
  }

  #wake(): void {
    this.#changed.resolve();
  }

  async #wakeWithin(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#wake(), ms);
    await this.#changed.promise;
    clearTimeout(timer);
    this.#changed = Promise.withResolvers();
  }
}
