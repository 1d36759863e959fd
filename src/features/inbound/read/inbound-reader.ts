import { setTimeout as delay } from "node:timers/promises";
import type { Report } from "../../../mail/report/index.ts";
import { isOfStatement, isUnavailable } from "../../../platform/db/index.ts";
import { ThreadNotStarted } from "../../../platform/threads/index.ts";
import { FailingNetworks } from "../failing-networks.ts";
import { type ClaimedMessage, claimMessage, readNetworkLast, unclaimMessage } from "../queries.ts";
import type { Line } from "../smtp-server/receive-message.ts";
import { MAX_ATTEMPTS, type ReadDeps, readMessage } from "./read-message.ts";
import { ReportThread } from "./report-thread.ts";

/**
 * If a reader crashes, its message is read again after this time. Reading takes milliseconds. A shorter time would be unsafe: a
 * message may wait for others that reach the timeout, each after a slow start of the thread.
 */
const LEASE_SECONDS = 120;
/** Pause when no thread can be started or the database is unavailable, so that the machine can recover. */
const GIVEN_BACK_SECONDS = 5;
/** The database works, but not for this message, for example because its rows are locked. Others are read meanwhile. */
const FAILED_ALONE_SECONDS = 60;
/** Polling finds messages that other nodes accepted but did not read, and messages of crashed readers. */
const POLL_MS = 5_000;

/**
 * Number of messages that this process reads concurrently, by line. Reports, which anyone may send, do not delay bounces, and a message
 * that waits for name servers does not delay the next. Each reader uses a database connection, and the SMTP server needs one too.
 */
const CONCURRENCY: Record<Line, number> = { signed: 2, open: 2 };

type ReaderDeps = Omit<ReadDeps, "readReport"> & { failing?: FailingNetworks };

/** Reads stored messages until it is stopped. Several nodes may run readers: each message is read once. */
export class InboundReader {
  readonly #deps: ReaderDeps;
  readonly #failing: FailingNetworks;
  readonly #stopping = new AbortController();
  readonly #threads: Record<Line, ReportThread>;
  #woken = Promise.withResolvers<void>();
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: ReaderDeps, options: { script?: URL; timeoutMs?: number } = {}) {
    this.#deps = deps;
    this.#failing = deps.failing ?? new FailingNetworks();
    const thread = () => new ReportThread({ stopping: this.#stopping.signal, ...options });
    this.#threads = { signed: thread(), open: thread() };
  }

  start(): void {
    const lines = Object.entries(CONCURRENCY) as [Line, number][];
    this.#running = Promise.all(
      lines.flatMap(([line, concurrency]) => Array.from({ length: concurrency }, () => this.#run(line))),
    );
  }

  /** Reads at once, because a message was stored. */
  wake(): void {
    this.#woken.resolve();
    this.#woken = Promise.withResolvers<void>();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(Object.values(this.#threads).map((thread) => thread.stop()));
  }

  async #run(line: Line): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const { promise: woken } = this.#woken;
      const hasRead = await this.#readNext(line);
      if (hasRead) continue;
      const pause = delay(POLL_MS, undefined, { signal }).catch(() => undefined);
      await Promise.race([pause, woken]);
    }
  }

  /** Returns true when the next message may be read. A message that failed is retried when its lease expires, and delays no other. */
  async #readNext(line: Line): Promise<boolean> {
    const { database, log } = this.#deps;
    let message: ClaimedMessage | null = null;
    try {
      message = await claimMessage(database.db, { line, leaseSeconds: LEASE_SECONDS });
      if (message)
        await readMessage(message, { ...this.#deps, readReport: (claimed) => this.#readReport(claimed) });
    } catch (error) {
      log.warn(
        { event: "inbound.not_read", err: error },
        "could not read an inbound message; it will be retried",
      );
      if (message && (error instanceof ThreadNotStarted || isUnavailable(error)))
        return await this.#giveBack(message, isOfStatement(error));
    }
    return message !== null;
  }

  async #readReport({ raw, line, network, attempts }: ClaimedMessage): Promise<Report | null> {
    // Only open mail can be an aggregate report, so nothing is unpacked for bounces. Only senders of open mail choose its content freely,
    // and lose it when it takes too long.
    const isSigned = line === "signed";
    const retriesTimeouts = isSigned && attempts < MAX_ATTEMPTS;
    const report = await this.#threads[line].read(raw, { aggregates: !isSigned, retriesTimeouts });
    if (line === "signed") return report;
    if (report !== null) this.#failing.recordRead(network);
    else if (this.#failing.recordFailure(network)) await readNetworkLast(this.#deps.database.db, network);
    return report;
  }

  /** Releases a message without counting the attempt, because the failure was ours. Returns whether other messages may be read meanwhile. */
  async #giveBack({ id }: ClaimedMessage, failedAlone: boolean): Promise<boolean> {
    const seconds = failedAlone ? FAILED_ALONE_SECONDS : GIVEN_BACK_SECONDS;
    // If this fails, the lease expires on its own.
    await unclaimMessage(this.#deps.database.db, { id, seconds }).catch(() => undefined);
    return failedAlone;
  }
}
