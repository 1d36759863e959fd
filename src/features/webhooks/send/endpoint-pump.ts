import type { FeedEvent } from "../../feed/index.ts";
import type { AttemptOutcome } from "./attempt.ts";
import type { DueDelivery } from "./due-deliveries.ts";
import { retryDelay } from "./retry-delays.ts";

/** Requests at once to one webhook. */
const CONCURRENCY = 8;
/** Events in memory that were read and are not done. */
const MAX_OUTSTANDING = 200;
const PAGE = 100;
/** Interval between queries of a feed that has nothing new, and for retries that are due. */
const POLL_MS = 200;
/** After a failure, later events of the same email wait this long for its retry, and then pass it. */
const WAIT_FOR_RETRY_MS = 60_000;
/** Failures in a row after which the webhook is left alone for a while: the feed keeps its events. */
const MAX_FAILURES = 5;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 300_000;

/** An event on its way to the webhook. `delivery`: it was attempted before. */
type Item = { event: FeedEvent; delivery: DueDelivery | null; isDone: boolean };

/** The result of an attempt, for the log of deliveries. */
export type Attempted = {
  event: FeedEvent;
  attempts: number;
  tries: number;
  state: "succeeded" | "pending" | "failed";
  retrySeconds: number | null;
  outcome: AttemptOutcome;
};

export type PumpOptions = {
  /** The last event that is done. */
  cursor: string;
  /** Failures in a row before this pump. While it is above 0, one request at a time tests the webhook. */
  failures: number;
  wants: (event: FeedEvent) => boolean;
  /** Returns the next events after an id, oldest first. */
  read: (afterId: string, limit: number) => Promise<FeedEvent[]>;
  /** Events after the cursor that were attempted before. */
  known: ReadonlySet<string>;
  /** Emails with a failed delivery that is younger than a minute. */
  failedEmails: readonly string[];
  loadDue: (limit: number) => Promise<{ delivery: DueDelivery; event: FeedEvent }[]>;
  attempt: (event: FeedEvent) => Promise<AttemptOutcome>;
  /** Stores an attempt. False: another process works for the webhook by now. */
  record: (attempted: Attempted, cursor: string) => Promise<boolean>;
};

/** `rest`: how long the webhook is left alone, in milliseconds. */
export type Pumped = { cursor: string; restMs: number; isGone: boolean };

/**
 * Sends the events of the feed to one webhook: those about the same email in order, others side by side. The cursor is the end of the
 * unbroken series of events that are done and recorded. Ends when there is nothing to do, when the webhook fails repeatedly, or when it
 * is stopped.
 */
export class EndpointPump {
  readonly #options: PumpOptions;
  /** Read from the feed, oldest first; the first ones that are done are removed, and move the cursor. */
  #outstanding: Item[] = [];
  /** Items that wait, by email. */
  readonly #waiting = new Map<string, Item[]>();
  /** Emails with a request in progress. */
  readonly #busy = new Set<string>();
  /** Attempts that are being recorded. */
  #recording = 0;
  /** Emails whose later events wait, and until when (`performance.now()`). */
  readonly #blocked = new Map<string, number>();
  readonly #retrying = new Set<string>();
  #cursor: string;
  #position: string;
  #failures: number;
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
    for (const email of options.failedEmails) this.#block(email);
  }

  /** Begins no more requests. run() ends when those in progress have ended. */
  stop(): void {
    this.#isEnding = true;
    this.#wake();
  }

  /** Ends without the requests in progress. Their events are sent again by the process that takes the webhook next. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#busy.clear();
    this.stop();
  }

  /** Works until there is nothing more to do. Rejects if events cannot be read. */
  async run(): Promise<Pumped> {
    while (!this.#isEnding) {
      const added = (await this.#addDue()) + (await this.#readMore());
      this.#startWaiting();
      if (this.#isWorking) await this.#wakeWithin(POLL_MS);
      else if (added === 0) {
        const waitMs = this.#nextUnblockMs();
        if (waitMs === null) break;
        await this.#wakeWithin(waitMs);
      }
    }
    while (this.#isWorking) await this.#wakeWithin(POLL_MS);
    return { cursor: this.#cursor, restMs: this.#restMs(), isGone: this.#isGone };
  }

  async #addDue(): Promise<number> {
    const free = this.#limit - this.#busy.size;
    if (free <= 0 || performance.now() < this.#loadDueAt) return 0;
    this.#loadDueAt = performance.now() + POLL_MS;
    const due = await this.#options.loadDue(free);
    const added = due.filter(({ event }) => !this.#retrying.has(event.id));
    for (const { delivery, event } of added) {
      this.#retrying.add(event.id);
      this.#blocked.delete(event.subjectId);
      const items = this.#waiting.get(event.subjectId) ?? [];
      items.unshift({ event, delivery, isDone: false });
      this.#waiting.set(event.subjectId, items);
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
      if (isDone) continue;
      const items = this.#waiting.get(event.subjectId) ?? [];
      items.push(item);
      this.#waiting.set(event.subjectId, items);
    }
    this.#position = events.at(-1)?.id ?? this.#position;
    this.#moveCursor();
    return events.length;
  }

  get #isWorking(): boolean {
    return this.#busy.size + this.#recording > 0;
  }

  get #limit(): number {
    return this.#failures > 0 ? 1 : CONCURRENCY;
  }

  #startWaiting(): void {
    const now = performance.now();
    for (const [email, items] of this.#waiting) {
      if (this.#isEnding || this.#busy.size >= this.#limit) return;
      if (this.#busy.has(email) || (this.#blocked.get(email) ?? 0) > now) continue;
      this.#blocked.delete(email);
      const item = items.shift();
      // The email that had its turn is asked last next time.
      this.#waiting.delete(email);
      if (items.length > 0) this.#waiting.set(email, items);
      if (item) void this.#send(item);
    }
  }

  /** The next event of the email does not wait until this one is recorded. */
  async #send(item: Item): Promise<void> {
    const { event } = item;
    this.#busy.add(event.subjectId);
    const attempted = attemptedOf(item, await this.#options.attempt(event));
    if (this.#isAbandoned) return;
    this.#busy.delete(event.subjectId);
    if (attempted.state === "succeeded") this.#failures = 0;
    else this.#fail(attempted);
    this.#recording += 1;
    this.#wake();
    // If the database is unavailable, the event is sent again by the process that takes the webhook next.
    item.isDone = await this.#options.record(attempted, this.#cursor).catch(() => false);
    if (!item.isDone) this.#isEnding = true;
    this.#recording -= 1;
    this.#retrying.delete(event.id);
    this.#moveCursor();
    this.#wake();
  }

  #fail({ event, state, outcome }: Attempted): void {
    this.#failures += 1;
    if (state === "pending") this.#block(event.subjectId);
    if (outcome.result === "gone") this.#isGone = true;
    if (this.#isGone || this.#failures >= MAX_FAILURES) this.#isEnding = true;
  }

  #block(email: string): void {
    this.#blocked.set(email, performance.now() + WAIT_FOR_RETRY_MS);
  }

  #moveCursor(): void {
    const open = this.#outstanding.findIndex(({ isDone }) => !isDone);
    const done = this.#outstanding.splice(0, open === -1 ? this.#outstanding.length : open);
    this.#cursor = done.at(-1)?.event.id ?? this.#cursor;
  }

  /** Null: nothing waits. */
  #nextUnblockMs(): number | null {
    if (this.#waiting.size === 0) return null;
    const ends = [...this.#waiting.keys()].map((email) => this.#blocked.get(email) ?? 0);
    return Math.max(1, Math.min(...ends) - performance.now());
  }

  #restMs(): number {
    if (this.#failures < MAX_FAILURES) return 0;
    return Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (this.#failures - MAX_FAILURES));
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

function attemptedOf({ event, delivery }: Item, outcome: AttemptOutcome): Attempted {
  const attempts = (delivery?.attempts ?? 0) + 1;
  if (outcome.result === "succeeded")
    return { event, attempts, tries: 0, state: "succeeded", retrySeconds: null, outcome };
  const tries = (delivery?.tries ?? 0) + 1;
  const { retryAfterSeconds } = outcome;
  const retrySeconds = retryDelay({ tries, retryAfterSeconds, random: Math.random() });
  return {
    event,
    attempts,
    tries,
    state: retrySeconds === null ? "failed" : "pending",
    retrySeconds,
    outcome,
  };
}
