import { endsSession } from "./classify-reply.ts";
import { ConnectionLimit } from "./connection-limit.ts";
import { CoolDown } from "./cool-down.ts";
import { addWait } from "./durations.ts";
import type { IdleConnections } from "./idle-connections.ts";
import type { MessagesPerConnection } from "./messages-per-connection.ts";
import { type OpenOptions, openConnection, unreached } from "./open-connection.ts";
import { Openings } from "./openings.ts";
import type { Outcome } from "./outcome.ts";
import type { Job, Transacted } from "./session/job.ts";
import type { SmtpConnection } from "./session/smtp-connection.ts";

export type PoolOptions = OpenOptions & {
  /** The pool opens fewer where the server refuses more. */
  maxConnections: number;
  /** The limit of messages per connection, which the pool adapts to what this server accepts. */
  messagesPerConnection: MessagesPerConnection;
  /** How long, in ms, an unused connection is kept open. Servers close idle connections after 30 s to 5 min. */
  idleMs: number;
  /** Caps the idle connections of several pools together. */
  idleOfAll?: IdleConnections;
  /**
   * How long, in ms, messages are deferred without another attempt after the server was unreachable or refused us while no
   * connection was open. 0: the caller limits its own retries.
   */
  coolDownMs?: number;
};

type Lease = { ok: true; connection: SmtpConnection } | { ok: false; failure: Outcome };

/** A connection that was idle longer than this was closed by a timeout of the server, not by its limit of messages. */
const IDLE_TIMEOUT_MIN_MS = 1_000;

/** Connections to one endpoint, opened as needed and reused. */
export class SmtpPool {
  readonly #options: PoolOptions;
  readonly #abort = new AbortController();
  readonly #busy = new Set<SmtpConnection>();
  /** Oldest first. The newest is used next, so that surplus connections age and are closed. */
  readonly #idle: { connection: SmtpConnection; since: number }[] = [];
  readonly #waiters: ((lease: Lease) => void)[] = [];
  readonly #leaving = new Set<Promise<void>>();
  readonly #openings = new Openings();
  #sweep: NodeJS.Timeout | null = null;
  readonly #coolDown: CoolDown;
  readonly #limit: ConnectionLimit;
  #closing = false;
  readonly #allReturned = Promise.withResolvers<void>();

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#coolDown = new CoolDown(options.coolDownMs);
    this.#limit = new ConnectionLimit(options.maxConnections);
  }

  /**
   * Sends one message and returns an outcome per recipient, in order. Never rejects. Waits while all connections are busy.
   */
  async send(job: Job): Promise<Outcome[]> {
    const askedAt = performance.now();
    for (;;) {
      const lease = await this.#lease();
      if (!lease.ok) {
        const durations = { ...lease.failure.durations };
        return job.recipients.map(() => ({ ...lease.failure, durations }));
      }
      const waitedMs = performance.now() - askedAt;
      const { connection } = lease;
      job.onConnected?.();
      const { messages, idleMs } = connection;
      const transacted = await connection.transact(job);
      if (messages > 0 && idleMs < IDLE_TIMEOUT_MIN_MS && isEndedByServer(transacted))
        this.#options.messagesPerConnection.endedByServer({ afterMessages: messages });
      this.#takeBack(connection);
      // Servers close idle connections. Before the reply to MAIL, the message can safely be sent on another connection
      if (transacted.unstarted && messages > 0) continue;
      const { outcomes } = transacted;
      if (outcomes[0]?.durations) addWait(outcomes[0].durations, waitedMs);
      return outcomes;
    }
  }

  /** Whether no connection is open and no message waits for one. */
  get isEmpty(): boolean {
    return this.#standing() === 0 && this.#waiters.length === 0;
  }

  /** How long, in ms, the server has left a connection without a greeting and has served no other one. */
  get silentForMs(): number {
    return this.#openings.silentForMs;
  }

  /**
   * Accepts no more messages, lets those in flight finish, then sends QUIT. After `graceMs`, messages that are still in
   * flight are aborted; with null, only their own timeouts end them. May be called again with a shorter grace period.
   */
  async close({ graceMs }: { graceMs: number | null }): Promise<void> {
    this.#closing = true;
    this.#abort.abort();
    this.#failWaiters(this.#shutDown());
    for (const { connection } of [...this.#idle]) this.#leaveIdle(connection);
    if (this.#sweep !== null) clearTimeout(this.#sweep);
    const breakOff = () => {
      for (const connection of this.#busy) connection.close();
    };
    const grace = graceMs === null ? undefined : setTimeout(breakOff, graceMs);
    this.#resolveIfAllReturned();
    await this.#allReturned.promise;
    clearTimeout(grace);
    await Promise.all(this.#leaving);
  }

  #lease(): Promise<Lease> | Lease {
    if (this.#closing) return { ok: false, failure: this.#shutDown() };
    const connection = this.#takeIdle();
    if (connection !== null) {
      this.#busy.add(connection);
      return { ok: true, connection };
    }
    const failure = this.#standing() === 0 ? this.#coolDown.failure : null;
    if (failure !== null) return { ok: false, failure: { ...failure, durations: {} } };
    return new Promise((resolve) => {
      this.#waiters.push(resolve);
      this.#openAsNeeded();
    });
  }

  #takeIdle(): SmtpConnection | null {
    for (let entry = this.#idle.pop(); entry !== undefined; entry = this.#idle.pop()) {
      this.#options.idleOfAll?.delete(entry.connection);
      if (entry.connection.isUsable) return entry.connection;
      entry.connection.close();
    }
    return null;
  }

  #openAsNeeded(): void {
    if (this.#standing() > 0 && !this.#coolDown.mayOpenMore) return;
    while (this.#waiters.length > this.#openings.size && this.#limit.allows(this.#standing()))
      void this.#open();
  }

  async #open(): Promise<void> {
    const endOpening = this.#openings.begin();
    const connected = await openConnection(this.#options, this.#abort.signal);
    endOpening();
    if (connected.ok) {
      this.#limit.opened(this.#standing() + 1);
      this.#pass(connected.connection);
    } else this.#failedToOpen(connected.failure);
    this.#resolveIfAllReturned();
  }

  /** If other connections are open, waiting messages use them, so they do not fail. */
  #failedToOpen(failure: Outcome): void {
    if (this.#closing) return;
    const openAgainMs = this.#coolDown.begin(failure);
    if (this.#standing() === 0) {
      this.#failWaiters(failure);
      return;
    }
    const tryMoreMs = this.#limit.refused(this.#standing());
    setTimeout(() => this.#openAsNeeded(), Math.max(openAgainMs, tryMoreMs)).unref();
  }

  #takeBack(connection: SmtpConnection): void {
    this.#busy.delete(connection);
    if (!connection.isUsable) connection.close();
    else this.#pass(connection);
    if (this.#standing() === 0 && this.#waiters.length > 0) {
      const { failure } = this.#coolDown;
      if (failure !== null) this.#failWaiters(failure);
    }
    this.#openAsNeeded();
    this.#resolveIfAllReturned();
  }

  /** Passes the connection to the longest-waiting message, or keeps it idle. */
  #pass(connection: SmtpConnection): void {
    const { messagesPerConnection, idleOfAll, idleMs } = this.#options;
    this.#openings.served();
    const isUsedUp = connection.messages >= messagesPerConnection.most;
    if (this.#closing || isUsedUp) {
      if (isUsedUp) messagesPerConnection.closedByUs();
      this.#leave(connection);
      return;
    }
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      this.#busy.add(connection);
      waiter({ ok: true, connection });
      return;
    }
    this.#idle.push({ connection, since: performance.now() });
    this.#sweep ??= setTimeout(() => this.#sweepIdle(), idleMs);
    idleOfAll?.add(connection, () => this.#leaveIdle(connection));
  }

  #sweepIdle(): void {
    this.#sweep = null;
    const oldest = performance.now() - this.#options.idleMs;
    while (this.#idle[0] !== undefined && this.#idle[0].since <= oldest + 1)
      this.#leaveIdle(this.#idle[0].connection);
    const next = this.#idle[0];
    if (next !== undefined) this.#sweep = setTimeout(() => this.#sweepIdle(), next.since - oldest);
  }

  #leaveIdle(idle: SmtpConnection): void {
    const at = this.#idle.findIndex(({ connection }) => connection === idle);
    this.#idle.splice(at, 1);
    this.#options.idleOfAll?.delete(idle);
    this.#leave(idle);
  }

  #leave(connection: SmtpConnection): void {
    const quitting = connection.quit().finally(() => this.#leaving.delete(quitting));
    this.#leaving.add(quitting);
  }

  #failWaiters(failure: Outcome): void {
    for (const waiter of this.#waiters.splice(0)) waiter({ ok: false, failure });
  }

  #resolveIfAllReturned(): void {
    if (this.#closing && this.#busy.size + this.#openings.size === 0) this.#allReturned.resolve();
  }

  #standing(): number {
    return this.#busy.size + this.#idle.length + this.#openings.size;
  }

  #shutDown(): Outcome {
    return { ...unreached(this.#options.endpoint, "The client is shutting down."), untried: "closing" };
  }
}

/**
 * Whether the server closed the connection at MAIL without a reply, or replied that it closes the connection or requires
 * another one.
 */
function isEndedByServer({ outcomes, unstarted }: Transacted): boolean {
  return (
    unstarted || outcomes.some(({ phase, reply }) => reply && reply.code >= 400 && endsSession(phase, reply))
  );
}
