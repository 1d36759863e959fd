import type { Report } from "../../../mail/report/index.ts";
import { JobGivenUp, ThreadPool } from "../../../platform/threads/index.ts";
import type { ReportJobs } from "./report-jobs.ts";

/** Real reports take milliseconds, and the parser limits count and size. The timeout catches what those limits miss. */
const TIMEOUT_MS = 3_000;

type Options = { stopping?: AbortSignal; script?: URL; timeoutMs?: number; idleMs?: number };

/** Reads reports in a thread, one at a time, so that no report can block the process (G11). */
export class ReportThread {
  readonly #pool: ThreadPool<ReportJobs>;
  readonly #timeoutMs: number;

  constructor({ timeoutMs = TIMEOUT_MS, ...options }: Options = {}) {
    this.#timeoutMs = timeoutMs;
    this.#pool = new ThreadPool({ script: new URL("./report-jobs.ts", import.meta.url), ...options });
  }

  /**
   * Returns null when the report exceeds the limits of time or memory. Rejects with ThreadNotStarted, and with `retriesTimeouts` with
   * JobGivenUp after a timeout, because the machine may be too busy.
   */
  async read(raw: Buffer, { aggregates = true, retriesTimeouts = false } = {}): Promise<Report | null> {
    try {
      return await this.#pool.run("readReport", { raw, aggregates }, { deadlineMs: this.#timeoutMs });
    } catch (error) {
      if (error instanceof JobGivenUp && !(retriesTimeouts && error.isTimeout)) return null;
      throw error;
    }
  }

  stop(): Promise<void> {
    return this.#pool.stop();
  }

  get isRunning(): boolean {
    return this.#pool.threadCount > 0;
  }
}
