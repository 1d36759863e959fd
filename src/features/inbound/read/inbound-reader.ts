import { setTimeout as delay } from "node:timers/promises";
import { type ClaimedMessage, claimMessage } from "../queries.ts";
import { type ReadDeps, readMessage } from "./read-message.ts";
import { ReportThread } from "./report-thread.ts";

/** A message whose reader was lost is read again after this long. Reading takes milliseconds; a slow start and three in a row that must be given up take less. */
const leaseSeconds = 60;
/** What other nodes took in and did not read, and what a lost reader left. */
const pollMs = 5_000;

/** At once in this process: one that waits for name servers holds up no other. Each takes a connection, and the door needs one. */
const atOnce = 3;

/** Reads what was taken in, some messages side by side, until it is stopped. Several nodes may: none is read twice. */
export class InboundReader {
  readonly #deps: Omit<ReadDeps, "readReport">;
  readonly #reports = new ReportThread();
  readonly #stopping = new AbortController();
  #hasNews = Promise.withResolvers<void>();
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: Omit<ReadDeps, "readReport">) {
    this.#deps = deps;
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

  /** Whether there was one: what cannot be read waits for its lease to end, and holds up no other. */
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
    }
    return message !== null;
  }
}
