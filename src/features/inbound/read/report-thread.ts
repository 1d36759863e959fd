import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Report } from "../../../mail/report/index.ts";

/** Real reports take milliseconds. What takes this long is somebody's attempt to keep us busy. */
const patienceMs = 10_000;
/** A machine that takes longer to start a thread is in trouble, which says nothing of the report. */
const startWithinMs = 20_000;
/** A thread takes memory. */
const idleMs = 10_000;
const memory = { maxOldGenerationSizeMb: 256 };

/** Says nothing of the report, which can be read later. */
export class ThreadNotStarted extends Error {}

/** Reads reports in a thread of its own, one after the other, so that none holds the process, whatever it is (G11). */
export class ReportThread {
  readonly #options;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  /** `stopping`: no thread is waited for that starts when or after it is aborted. */
  constructor(options: { stopping?: AbortSignal; script?: URL; patienceMs?: number; idleMs?: number } = {}) {
    this.#options = {
      stopping: new AbortController().signal,
      script: new URL("./report-worker.ts", import.meta.url),
      patienceMs,
      idleMs,
      ...options,
    };
  }

  /** Null: it takes more time or memory than one may have. Rejects with ThreadNotStarted. */
  read(raw: Buffer): Promise<Report | null> {
    const report = this.#turn.then(() => this.#read(raw));
    this.#turn = report.catch(() => undefined);
    return report;
  }

  async stop(): Promise<void> {
    await this.#turn;
    await this.#end();
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  async #read(raw: Buffer): Promise<Report | null> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? (await this.#begin());
    const report = await answerOf(worker, { raw, patienceMs: this.#options.patienceMs });
    if (report === null) await this.#end();
    else this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs).unref();
    return report;
  }

  async #begin(): Promise<Worker> {
    const worker = new Worker(this.#options.script, { resourceLimits: memory });
    // One that is being given up may still fail, and must not take the process with it.
    worker.on("error", () => undefined);
    this.#worker = worker;
    try {
      const signal = AbortSignal.any([this.#options.stopping, AbortSignal.timeout(startWithinMs)]);
      await once(worker, "message", { signal });
      return worker;
    } catch (error) {
      await this.#end();
      throw new ThreadNotStarted("the thread that reads reports did not start", { cause: error });
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

async function answerOf(
  worker: Worker,
  { raw, patienceMs }: { raw: Buffer; patienceMs: number },
): Promise<Report | null> {
  const answered = once(worker, "message", { signal: AbortSignal.timeout(patienceMs) });
  worker.postMessage(raw);
  try {
    const [report] = (await answered) as [Report];
    return report;
  } catch {
    // Its time was over, or it ended of its memory ("error").
    return null;
  }
}
