import { endsSession } from "./classify-reply.ts";
import { CoolDown } from "./cool-down.ts";
import type { Endpoint } from "./endpoint.ts";
import type { IdleConnections } from "./idle-connections.ts";
import type { MessagesPerConnection } from "./messages-per-connection.ts";
import type { Outcome } from "./outcome.ts";
import { type Connected, connectSmtp } from "./session/connect-smtp.ts";
import type { Job, Transacted } from "./session/job.ts";
import type { SmtpConnection } from "./session/smtp-connection.ts";
import type { Timeouts } from "./session/timeouts.ts";

export type PoolOptions = {
  endpoint: Endpoint;
  /** More than the server likes earns 421; fewer than the machine can feed wastes it. */
  maxConnections: number;
  /** Learns from this server too. */
  messagesPerConnection: MessagesPerConnection;
  /** How long a connection without work is kept. Servers hang up after 30 s to 5 min. */
  idleMs: number;
  /** Of several pools, where there are many. */
  idleOfAll?: IdleConnections;
  heloName?: string;
  /** Asked before each connection, where not every address that the name may have is one to connect to. */
  locate?: () => Promise<{ ok: true; address: string } | { ok: false; reason: string }>;
  timeouts?: Partial<Timeouts>;
  /**
   * After the server could not be reached or refused us while no connection stood, messages are deferred without
   * asking again for this long. 0: whoever sends sees to that.
   */
  coolDownMs?: number;
};

type Lease = { ok: true; connection: SmtpConnection } | { ok: false; failure: Outcome };

/** Who hangs up on a connection after more than this without work was tired of waiting, and did not count messages. */
const TIRED_MS = 1_000;

/** Connections to one endpoint, opened as they are needed and used again. */
export class SmtpPool {
  readonly #options: PoolOptions;
  readonly #abort = new AbortController();
  readonly #busy = new Set<SmtpConnection>();
  /** Oldest first. The youngest is used next, so that those beyond need grow old and go. */
  readonly #idle: { connection: SmtpConnection; since: number }[] = [];
  readonly #waiters: ((lease: Lease) => void)[] = [];
  readonly #leaving = new Set<Promise<void>>();
  #opening = 0;
  #sweep: NodeJS.Timeout | null = null;
  readonly #coolDown: CoolDown;
  #closing = false;
  readonly #allReturned = Promise.withResolvers<void>();

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#coolDown = new CoolDown(options.coolDownMs);
  }

  /** Sends one message: an outcome for each recipient, in their order. Never rejects; waits while all connections are busy. */
  async send(job: Job): Promise<Outcome[]> {
    for (;;) {
      const lease = await this.#lease();
      if (!lease.ok) return job.recipients.map(() => ({ ...lease.failure }));
      const { connection } = lease;
      job.onConnected?.();
      const { messages, idleMs } = connection;
      const transacted = await connection.transact(job);
      if (messages > 0 && idleMs < TIRED_MS && isEndedByServer(transacted))
        this.#options.messagesPerConnection.endedByServer({ afterMessages: messages });
      this.#takeBack(connection);
      // A server hangs up on a connection that lay idle; until MAIL is answered nothing has been risked by trying again.
      if (!transacted.unstarted || messages === 0) return transacted.outcomes;
    }
  }

  /** Whether there is no connection, and nobody who waits for one. */
  get isEmpty(): boolean {
    return this.#standing() === 0 && this.#waiters.length === 0;
  }

  /**
   * Takes no more, lets messages under way finish, then takes leave of the server. After `graceMs` they are broken off; null: only
   * their own timeouts end them. May be asked again with less patience.
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
    this.#tellIfAllReturned();
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
    if (failure !== null) return { ok: false, failure };
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
    while (this.#waiters.length > this.#opening && this.#standing() < this.#options.maxConnections)
      void this.#open();
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    const connected = await this.#connect().catch((error: unknown): Connected => {
      // A name that cannot be looked up, an address of ours that is none.
      const reason = error instanceof Error ? error.message : String(error);
      return { ok: false, failure: this.#unreached(reason) };
    });
    this.#opening -= 1;
    if (connected.ok) this.#pass(connected.connection);
    else this.#failedToOpen(connected.failure);
    this.#tellIfAllReturned();
  }

  async #connect(): Promise<Connected> {
    const { endpoint, heloName, timeouts, locate } = this.#options;
    const located = await locate?.();
    if (located?.ok === false) return { ok: false, failure: this.#unreached(located.reason) };
    return await connectSmtp({
      endpoint: located ? { ...endpoint, address: located.address } : endpoint,
      signal: this.#abort.signal,
      ...(heloName === undefined ? {} : { heloName }),
      ...(timeouts === undefined ? {} : { timeouts }),
    });
  }

  /** While others stand, whoever waits will be served by them. */
  #failedToOpen(failure: Outcome): void {
    if (this.#closing) return;
    const openAgainMs = this.#coolDown.begin(failure);
    if (this.#standing() === 0) this.#failWaiters(failure);
    else setTimeout(() => this.#openAsNeeded(), openAgainMs).unref();
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
    this.#tellIfAllReturned();
  }

  /** To whoever waits longest, else aside. */
  #pass(connection: SmtpConnection): void {
    const { messagesPerConnection, idleOfAll, idleMs } = this.#options;
    const isUsedUp = connection.messages >= messagesPerConnection.most;
    if (this.#closing || isUsedUp) {
      if (isUsedUp) messagesPerConnection.leftInPeace();
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
    const left = connection.quit().finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  #failWaiters(failure: Outcome): void {
    for (const waiter of this.#waiters.splice(0)) waiter({ ok: false, failure });
  }

  #tellIfAllReturned(): void {
    if (this.#closing && this.#busy.size + this.#opening === 0) this.#allReturned.resolve();
  }

  #standing(): number {
    return this.#busy.size + this.#idle.length + this.#opening;
  }

  #shutDown(): Outcome {
    return { ...this.#unreached("The client is shutting down."), untried: "closing" };
  }

  #unreached(reason: string): Outcome {
    const { host } = this.#options.endpoint;
    return { kind: "deferred", phase: "connect", reply: null, reason, host };
  }
}

/** The server left at MAIL without a word, or said that it leaves or wants another connection. */
function isEndedByServer({ outcomes, unstarted }: Transacted): boolean {
  return (
    unstarted || outcomes.some(({ phase, reply }) => reply && reply.code >= 400 && endsSession(phase, reply))
  );
}
