import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { FairQueue } from "./fair-queue.ts";
import type { JobMessage, JobResult, Jobs } from "./serve-jobs.ts";

/** If starting a thread takes longer, the machine is overloaded, which is not a failure of the job. */
const START_WITHIN_MS = 20_000;
/** Idle threads end after this time, because they occupy memory. */
const IDLE_MS = 10_000;

/** The job did not run and can be retried later. */
export class ThreadNotStarted extends Error {
  override name = "ThreadNotStarted";
}

/** A job failed, or ran out of time or memory. A retry helps only if the machine was too slow (`isTimeout`). */
export class JobGivenUp extends Error {
  override name = "JobGivenUp";
  readonly isTimeout: boolean;

  constructor(message: string, { isTimeout = false, cause }: { isTimeout?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTimeout = isTimeout;
  }
}

export type JobOptions = {
  /** Counted from the time at which a thread starts the job, so that waiting does not count. */
  deadlineMs: number;
  /** The owner of the job. Owners with waiting jobs take turns. */
  owner?: string;
  /** Aborts the job: it does not start, or its thread is ended. `run` then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
};

type ThreadPoolOptions = {
  /** A script that calls `serveJobs`. */
  script: URL;
  threads?: number;
  memoryMb?: number;
  idleMs?: number;
  /** When aborted, the pool no longer waits for threads to start. */
  stopping?: AbortSignal;
};

/** Runs jobs by name, with their types: `run("readReport", raw, …)`. */
export class ThreadPool<J extends Jobs> {
  readonly #options: Required<ThreadPoolOptions>;
  readonly #turns: FairQueue;
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(options: ThreadPoolOptions) {
    this.#options = {
      threads: 1,
      memoryMb: 256,
      idleMs: IDLE_MS,
      stopping: this.#stopping.signal,
      ...options,
    };
    this.#turns = new FairQueue(this.#options.threads);
  }

  /** Rejects with JobGivenUp, ThreadNotStarted, or the signal's reason. */
  async run<Name extends keyof J & string>(
    name: Name,
    input: Parameters<J[Name]>[0],
    options: JobOptions,
  ): Promise<Awaited<ReturnType<J[Name]>>> {
    const { owner = "", signal } = options;
    const endTurn = await this.#turns.take(owner, signal);
    const job = this.#runOnThread({ name, input }, options).finally(endTurn);
    this.#running.add(job);
    try {
      return (await job) as Awaited<ReturnType<J[Name]>>;
    } finally {
      this.#running.delete(job);
    }
  }

  /** Ends all threads after their running jobs. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#running);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  get threadCount(): number {
    return this.#threads.size;
  }

  async #runOnThread(message: JobMessage, { deadlineMs, signal }: JobOptions): Promise<unknown> {
    const thread = this.#idle.pop() ?? (await Thread.start(this.#options));
    this.#threads.add(thread);
    try {
      const value = await thread.run(message, { deadlineMs, signal });
      this.#keep(thread);
      return value;
    } catch (error) {
      await this.#end(thread);
      throw error;
    }
  }

  #keep(thread: Thread): void {
    this.#idle.push(thread);
    thread.idle = setTimeout(() => void this.#end(thread), this.#options.idleMs).unref();
  }

  async #end(thread: Thread): Promise<void> {
    this.#threads.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
    await thread.end();
  }
}

/** One thread, which runs one job at a time. */
class Thread {
  readonly #worker: Worker;
  /** Ends the thread when it has been idle too long. */
  idle: NodeJS.Timeout | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  static async start({ script, memoryMb, stopping }: Required<ThreadPoolOptions>): Promise<Thread> {
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // A thread may still emit an error while it is being terminated, which must not crash the process.
    worker.on("error", () => undefined);
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(START_WITHIN_MS)]);
      await once(worker, "message", { signal });
      // An idle thread does not keep the process alive.
      worker.unref();
      return new Thread(worker);
    } catch (error) {
      await worker.terminate();
      throw new ThreadNotStarted("the thread did not start", { cause: error });
    }
  }

  async run(
    message: JobMessage,
    { deadlineMs, signal }: Pick<JobOptions, "deadlineMs" | "signal">,
  ): Promise<unknown> {
    clearTimeout(this.idle);
    this.#worker.ref();
    const deadline = AbortSignal.timeout(deadlineMs);
    const replied = once(this.#worker, "message", {
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    this.#worker.postMessage(message);
    const answer = await replied.then(
      ([message]) => message as JobResult,
      (error: Error) => {
        signal?.throwIfAborted();
        const cause = deadline.aborted
          ? `it took more than ${deadlineMs} ms`
          : `its thread ended: ${error.message}`;
        throw new JobGivenUp(`${message.name} was aborted: ${cause}`, {
          isTimeout: deadline.aborted,
          cause: error,
        });
      },
    );
    if ("problem" in answer) throw new JobGivenUp(`${message.name} failed: ${answer.problem}`);
    this.#worker.unref();
    return answer.value;
  }

  async end(): Promise<void> {
    clearTimeout(this.idle);
    await this.#worker.terminate();
  }
}
