import { setTimeout as delay } from "node:timers/promises";
import { ThreadNotStarted } from "../../../platform/threads/index.ts";
import { type ClaimedMessage, claimMessage, unclaimMessage } from "../queries.ts";
import { type ReadDeps, readMessage } from "./read-message.ts";
import { ReportThread } from "./report-thread.ts";

/** A message whose reader was lost is read again after this long. Reading takes milliseconds; three in a row that must be given up, each after a slow start of its thread, take less. */
const leaseSeconds = 120;
/** A machine on which no thread starts is given time. */
const notStartedSeconds = 5;
/** What other nodes took in and did not read, and what a lost reader left. */
const pollMs = 5_000;

/** At once in this process: one that waits for name servers holds up no other. Each takes a connection, and the door needs one. */
const atOnce = 3;

/** Reads what was taken in, some messages side by side, until it is stopped. Several nodes may: none is read twice. */
export class InboundReader {
  readonly #deps: Omit<ReadDeps, "readReport">;
  readonly #stopping = new AbortController();
  readonly #reports: ReportThread;
  #hasNews = Promise.withResolvers<void>();
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: Omit<ReadDeps, "readReport">, thread: { script?: URL } = {}) {
    this.#deps = deps;
    this.#reports = new ReportThread({ stopping: this.#stopping.signal, ...thread });
  }

  start(): void {
    this.#running = Promise.all(Array.from({ length: atOnce }, () => this.#run()));
  }

  /** A message was committed. */
  wake(): void {
    this.#hasNews.resolve();
    this.#hasNews = Promise.withResolvers<void>();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#reports.stop();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const { promise: news } = this.#hasNews;
      const hasRead = await this.#readNext();
      if (hasRead) continue;
      const pause = delay(pollMs, undefined, { signal }).catch(() => undefined);
      await Promise.race([pause, news]);
    }
  }

  /** Whether to go on with the next one: what cannot be read waits for its lease to end, and holds up no other. */
  async #readNext(): Promise<boolean> {
    const { database, log } = this.#deps;
    let message: ClaimedMessage | null = null;
    try {
      message = await claimMessage(database.db, leaseSeconds);
      if (message)
        await readMessage(message, { ...this.#deps, readReport: (raw) => this.#reports.read(raw) });
    } catch (error) {
      log.warn(
        { event: "inbound.not_read", err: error },
        "a message could not be read now, it is tried again",
      );
      if (message && error instanceof ThreadNotStarted) return await this.#giveBack(message);
    }
    return message !== null;
  }

  /** Not the message's fault, so it costs it no attempt; the next one would end no better now. */
  async #giveBack({ id }: ClaimedMessage): Promise<false> {
    // Otherwise its lease ends by itself.
    await unclaimMessage(this.#deps.database.db, { id, seconds: notStartedSeconds }).catch(() => undefined);
    return false;
  }
}
