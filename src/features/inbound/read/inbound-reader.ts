import { setTimeout as delay } from "node:timers/promises";
import type { Report } from "../../../mail/report/index.ts";
import { ThreadNotStarted } from "../../../platform/threads/index.ts";
import { FailingNetworks } from "../failing-networks.ts";
import { type ClaimedMessage, claimMessage, readNetworkLast, unclaimMessage } from "../queries.ts";
import type { Line } from "../smtp-server/receive-message.ts";
import { type ReadDeps, readMessage } from "./read-message.ts";
import { ReportThread } from "./report-thread.ts";

/** A message whose reader was lost is read again after this long. Reading takes milliseconds; three in a row that must be given up, each after a slow start of its thread, take less. */
const leaseSeconds = 120;
/** A machine on which no thread starts is given time. */
const notStartedSeconds = 5;
/** What other nodes took in and did not read, and what a lost reader left. */
const pollMs = 5_000;

/**
 * Messages of each line that are read at the same time in this process. Reports, which anybody may send, hold up no bounce; one that
 * waits for name servers holds up no other. Each takes a connection, and the server needs one.
 */
const AT_ONCE: Record<Line, number> = { signed: 2, open: 2 };

type ReaderDeps = Omit<ReadDeps, "readReport"> & { failing?: FailingNetworks };

/** Reads stored messages until it is stopped. Several nodes may do so: none is read twice. */
export class InboundReader {
  readonly #deps: ReaderDeps;
  readonly #failing: FailingNetworks;
  readonly #stopping = new AbortController();
  readonly #threads: Record<Line, ReportThread>;
  #hasNews = Promise.withResolvers<void>();
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: ReaderDeps, options: { script?: URL; patienceMs?: number } = {}) {
    this.#deps = deps;
    this.#failing = deps.failing ?? new FailingNetworks();
    const thread = () => new ReportThread({ stopping: this.#stopping.signal, ...options });
    this.#threads = { signed: thread(), open: thread() };
  }

  start(): void {
    const lines = Object.entries(AT_ONCE) as [Line, number][];
    this.#running = Promise.all(
      lines.flatMap(([line, atOnce]) => Array.from({ length: atOnce }, () => this.#run(line))),
    );
  }

  /** A message was committed. */
  wake(): void {
    this.#hasNews.resolve();
    this.#hasNews = Promise.withResolvers<void>();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(Object.values(this.#threads).map((thread) => thread.stop()));
  }

  async #run(line: Line): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const { promise: news } = this.#hasNews;
      const hasRead = await this.#readNext(line);
      if (hasRead) continue;
      const pause = delay(pollMs, undefined, { signal }).catch(() => undefined);
      await Promise.race([pause, news]);
    }
  }

  /** Whether to go on with the next one: what cannot be read waits for its lease to end, and holds up no other. */
  async #readNext(line: Line): Promise<boolean> {
    const { database, log } = this.#deps;
    let message: ClaimedMessage | null = null;
    try {
      message = await claimMessage(database.db, { line, leaseSeconds });
      if (message)
        await readMessage(message, { ...this.#deps, readReport: (claimed) => this.#readReport(claimed) });
    } catch (error) {
      log.warn(
        { event: "inbound.not_read", err: error },
        "a message could not be read now, it is tried again",
      );
      if (message && error instanceof ThreadNotStarted) return await this.#giveBack(message);
    }
    return message !== null;
  }

  async #readReport({ raw, line, network }: ClaimedMessage): Promise<Report | null> {
    // A bounce is no aggregate report, so nothing is unpacked for it.
    const report = await this.#threads[line].read(raw, { aggregates: line === "open" });
    if (line === "signed") return report;
    if (report !== null) this.#failing.noteRead(network);
    else if (this.#failing.noteFailure(network)) await readNetworkLast(this.#deps.database.db, network);
    return report;
  }

  /** Not the message's problem, so it costs it no attempt; the next one would end no better now. */
  async #giveBack({ id }: ClaimedMessage): Promise<false> {
    // Otherwise its lease ends by itself.
    await unclaimMessage(this.#deps.database.db, { id, seconds: notStartedSeconds }).catch(() => undefined);
    return false;
  }
}
