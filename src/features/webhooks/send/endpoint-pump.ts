import type { Ordering } from "../webhook.ts";
import type { WebhookEvent } from "../webhook-event.ts";
import type { AttemptOutcome } from "./attempt.ts";
import { type Attempted, attemptedOf, deferredOf } from "./attempted.ts";
import type { DueDelivery } from "./due-deliveries.ts";
import { type HeldSubject, HeldSubjects } from "./held-subjects.ts";

/** Concurrent requests to one webhook. More could overload a receiver; fewer make a slow one fall behind. */
const CONCURRENCY = 8;
/** Events in memory that were read and are not finished. */
const MAX_OUTSTANDING = 200;
const PAGE = 100;
/** Interval between queries of a feed that has nothing new, and for retries that are due. */
const POLL_MS = 200;
/** Failures in a row after which sending to the webhook pauses. The feed keeps its events. */
const MAX_FAILURES = 5;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 300_000;
/** A server that asks for a longer pause is tested with one request after this time: other events may not concern what is unavailable. */
const MAX_ASKED_REST_MS = 3_600_000;
/** Too Many Requests (RFC 6585 §4), Service Unavailable (RFC 9110 §15.6.4): `Retry-After` concerns all requests. */
const PAUSING: readonly (number | null | undefined)[] = [429, 503];

/** An event on its way to the webhook. `delivery`: null until it has a recorded attempt. */
type Item = { event: WebhookEvent; delivery: DueDelivery | null; isDone: boolean };

export type PumpOptions = {
  /** The last finished event. */
  cursor: string;
  /** Failures in a row before this pump. While it is above 0, one request at a time tests the webhook. */
  failures: number;
  wants: (event: WebhookEvent) => boolean;
  /** Returns the next events after an id, oldest first. */
  read: (afterId: string, limit: number) => Promise<WebhookEvent[]>;
  ordering: Ordering;
  /** Events after the cursor that were recorded before. */
  known: ReadonlySet<string>;
  /** Subjects with pending deliveries, for whose retries later events wait. */
  held: readonly HeldSubject[];
  loadDue: (limit: number) => Promise<{ delivery: DueDelivery; event: WebhookEvent }[]>;
  attempt: (event: WebhookEvent) => Promise<AttemptOutcome>;
  /** Stores an attempt, or that an event waits. False: another process has taken the webhook. */
  record: (attempted: Attempted, cursor: string) => Promise<boolean>;
};

/** `restMs`: the pause before the next request. `isGone`: the server returned 410. */
export type Pumped = { cursor: string; restMs: number; isGone: boolean };

/**
 * Sends the events of the feed to one webhook: those about the same subject in order, others side by side. The cursor is the end of the
 * unbroken series of events that are done and recorded. An event that fails, and those that wait for its retry, are recorded as pending
 * and so leave the series: they do not hold up others. Ends when there is nothing to do, when the webhook fails repeatedly or asks
 * for a pause, or when it is stopped.
 */
export class EndpointPump {
  readonly #options: PumpOptions;
  /** Read from the feed, oldest first; the first ones that are done are removed, and move the cursor. */
  #outstanding: Item[] = [];
  /** Items that wait for their first attempt, by subject. */
  readonly #waiting = new Map<string, Item[]>();
  /** Deliveries that are due, or in progress, by event. */
  readonly #due = new Map<string, Item>();
  readonly #started = new Set<string>();
  /** Events that were recorded since the last query for deliveries that are due began. */
  readonly #recorded = new Set<string>();
  /** Subjects with a request in progress. */
  readonly #busy = new Set<string>();
  readonly #held: HeldSubjects;
  /** Attempts that are being recorded. */
  #recording = 0;
  #cursor: string;
  #position: string;
  #failures: number;
  /** The pause that the server asked for. */
  #askedRestMs = 0;
  /** When the feed, and the retries, are worth a query again (`performance.now()`). */
  #readAt = 0;
  #loadDueAt = 0;
  #isEnding = false;
  #isAbandoned = false;
  #isGone = false;
  #changed = Promise.withResolvers<void>();

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#cursor = options.cursor;
    this.#position = options.cursor;
    this.#failures = options.failures;
    this.#held = new HeldSubjects(options.ordering, options.held);
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

  /** Runs until there is nothing more to do. Rejects if events cannot be read. */
  async run(): Promise<Pumped> {
    while (!this.#isEnding) {
      const added = (await this.#addDue()) + (await this.#readMore());
      this.#startWaiting();
      const isIdle = !this.#isWorking && added === 0 && this.#due.size === 0 && this.#waiting.size === 0;
      if (isIdle) break;
      await this.#wakeWithin(POLL_MS);
    }
    while (this.#isWorking) await this.#wakeWithin(POLL_MS);
    return { cursor: this.#cursor, restMs: this.#restMs(), isGone: this.#isGone };
  }

  async #addDue(): Promise<number> {
    const free = this.#limit - this.#busy.size;
    if (free <= 0 || performance.now() < this.#loadDueAt) return 0;
    // Deliveries in progress are still due, so they are counted.
    const limit = free + this.#due.size;
    this.#recorded.clear();
    const due = await this.#options.loadDue(limit);
    // A full page may not be the last one, so the next query follows at once.
    this.#loadDueAt = due.length < limit ? performance.now() + POLL_MS : 0;
    // A delivery that was recorded during the query may still look due in its result.
    const added = due.filter(({ event: { id } }) => !this.#due.has(id) && !this.#recorded.has(id));
    for (const { delivery, event } of added) {
      const item = { event, delivery, isDone: false };
      this.#due.set(event.id, item);
      if (this.#held.isBehind(event.subject, event.id)) void this.#defer(item);
    }
    return added.length;
  }

  async #readMore(): Promise<number> {
    const { read, wants, known } = this.#options;
    if (this.#outstanding.length > MAX_OUTSTANDING - PAGE || performance.now() < this.#readAt) return 0;
    const events = await read(this.#position, PAGE);
    if (events.length < PAGE) this.#readAt = performance.now() + POLL_MS;
    for (const event of events) {
      const isDone = known.has(event.id) || !wants(event);
      const item: Item = { event, delivery: null, isDone };
      this.#outstanding.push(item);
      if (!isDone) this.#add(item);
    }
    this.#position = events.at(-1)?.id ?? this.#position;
    this.#moveCursor();
    return events.length;
  }

  #add(item: Item): void {
    const { subject } = item.event;
    if (this.#held.has(subject)) return void this.#defer(item);
    const items = this.#waiting.get(subject) ?? [];
    items.push(item);
    this.#waiting.set(subject, items);
  }

  get #isWorking(): boolean {
    return this.#busy.size + this.#recording > 0;
  }

  get #limit(): number {
    return this.#failures > 0 ? 1 : CONCURRENCY;
  }

  get #isFull(): boolean {
    return this.#isEnding || this.#busy.size >= this.#limit;
  }

  /** Retries first: later events of their subjects wait for them. */
  #startWaiting(): void {
    for (const item of this.#earliestDue()) {
      if (this.#isFull) return;
      if (!this.#busy.has(item.event.subject)) void this.#send(item);
    }
    for (const [subject, items] of this.#waiting) {
      if (this.#isFull) return;
      if (this.#busy.has(subject)) continue;
      const item = items.shift();
      // The subject that had its turn is asked last next time.
      this.#waiting.delete(subject);
      if (items.length > 0) this.#waiting.set(subject, items);
      if (item) void this.#send(item);
    }
  }

  /** The first due delivery of each subject: they may have become due in another order. */
  #earliestDue(): Iterable<Item> {
    const first = new Map<string, Item>();
    for (const item of this.#due.values()) {
      const { id, subject } = item.event;
      const other = first.get(subject);
      if (!this.#started.has(id) && (!other || id < other.event.id)) first.set(subject, item);
    }
    return first.values();
  }

  /** The next event of the subject does not wait until this one is recorded. */
  async #send(item: Item): Promise<void> {
    const { id, subject } = item.event;
    this.#busy.add(subject);
    if (item.delivery) this.#started.add(id);
    const attempted = attemptedOf(item, await this.#options.attempt(item.event));
    if (this.#isAbandoned) return;
    this.#busy.delete(subject);
    if (attempted.state === "succeeded") this.#failures = 0;
    else this.#fail(attempted);
    this.#keepOrder(item, attempted);
    await this.#record(item, attempted);
  }

  /** Later events of a subject wait while an earlier one is retried. */
  #keepOrder({ delivery, event: { id, subject } }: Item, { state }: Attempted): void {
    if (state !== "pending") {
      if (delivery) this.#held.settle(subject, id);
      return;
    }
    if (!delivery) this.#held.add(subject);
    this.#held.fail(subject, id);
    for (const item of this.#due.values())
      if (item.event.subject === subject && item.event.id > id && !this.#started.has(item.event.id))
        void this.#defer(item);
    const later = this.#waiting.get(subject) ?? [];
    this.#waiting.delete(subject);
    for (const item of later) void this.#defer(item);
  }

  /** Records that an event waits for the retry of an earlier one. */
  async #defer(item: Item): Promise<void> {
    const { id, subject } = item.event;
    if (item.delivery) this.#started.add(id);
    else this.#held.add(subject);
    await this.#record(item, deferredOf(item));
  }

  async #record(item: Item, attempted: Attempted): Promise<void> {
    this.#recording += 1;
    this.#wake();
    // If the database is unavailable, the process that takes the webhook next sends the event again.
    item.isDone = await this.#options.record(attempted, this.#cursor).catch(() => false);
    if (!item.isDone) this.#isEnding = true;
    this.#recording -= 1;
    this.#due.delete(item.event.id);
    this.#recorded.add(item.event.id);
    this.#started.delete(item.event.id);
    this.#moveCursor();
    this.#wake();
  }

  #fail({ outcome }: Attempted): void {
    this.#failures += 1;
    if (outcome?.result === "gone") this.#isGone = true;
    const { status, retryAfterSeconds } = outcome ?? {};
    if (retryAfterSeconds && PAUSING.includes(status))
      this.#askedRestMs = Math.min(MAX_ASKED_REST_MS, retryAfterSeconds * 1_000);
    if (this.#isGone || this.#failures >= MAX_FAILURES || this.#askedRestMs > 0) this.#isEnding = true;
  }

  #moveCursor(): void {
    const open = this.#outstanding.findIndex(({ isDone }) => !isDone);
    const done = this.#outstanding.splice(0, open === -1 ? this.#outstanding.length : open);
    this.#cursor = done.at(-1)?.event.id ?? this.#cursor;
  }

  #restMs(): number {
    if (this.#failures < MAX_FAILURES) return this.#askedRestMs;
    const restMs = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (this.#failures - MAX_FAILURES));
    return Math.max(restMs, this.#askedRestMs);
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #wakeWithin(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#wake(), ms);
    await this.#changed.promise;
    clearTimeout(timer);
  }
}
