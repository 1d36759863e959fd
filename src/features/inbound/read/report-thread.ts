import type { Report } from "../../../mail/report/index.ts";
import { JobGivenUp, ThreadPool } from "../../../platform/threads/index.ts";
import type { ReportJobs } from "./report-jobs.ts";

/** Real reports take milliseconds, and reading is bounded by count and size. This is for what neither bound covers. */
const patienceMs = 3_000;

type Options = { stopping?: AbortSignal; script?: URL; patienceMs?: number; idleMs?: number };

/** Reads reports in a thread, one after the other, so that none holds the process, whatever it is (G11). */
export class ReportThread {
  readonly #pool: ThreadPool<ReportJobs>;
  readonly #patienceMs: number;

  constructor({ patienceMs: patience = patienceMs, ...options }: Options = {}) {
    this.#patienceMs = patience;
    this.#pool = new ThreadPool({ script: new URL("./report-jobs.ts", import.meta.url), ...options });
  }

  /** Null: it takes more time or memory than one may have. Rejects with ThreadNotStarted. */
  async read(raw: Buffer, { aggregates = true } = {}): Promise<Report | null> {
    try {
      return await this.#pool.run("readReport", { raw, aggregates }, { deadlineMs: this.#patienceMs });
    } catch (error) {
      if (error instanceof JobGivenUp) return null;
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
