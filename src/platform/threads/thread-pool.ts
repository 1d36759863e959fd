import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { FairQueue } from "./fair-queue.ts";
import type { JobAnswer, JobMessage, Jobs } from "./serve-jobs.ts";

/** A machine that takes longer to start a thread is in trouble, which says nothing of the job. */
const START_WITHIN_MS = 20_000;
/** A thread takes memory. */
const IDLE_MS = 10_000;

/** Says nothing of the job, which can be done later. */
export class ThreadNotStarted extends Error {
  override name = "ThreadNotStarted";
}

/** The job took more time or memory than it may have, or failed. Another try would end no better. */
export class JobGivenUp extends Error {
  override name = "JobGivenUp";
}

export type JobOptions = {
  /** From the moment at which a thread takes it, so that no job pays for the wait. */
  deadlineMs: number;
  /** Whose job it is: those who wait take turns. */
  owner?: string;
  /** Nobody wants the result any more: the job is not begun, or its thread ends. Then `run` rejects with its reason. */
  signal?: AbortSignal | undefined;
};

type ThreadPoolOptions = {
  /** Calls `serveJobs`. */
  script: URL;
  threads?: number;
  memoryMb?: number;
  idleMs?: number;
  /** No thread is waited for that starts when or after it is aborted. */
  stopping?: AbortSignal;
};

/** Names the job and its types: `run("readReport", raw, …)`. */
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

  /** Rejects with JobGivenUp, ThreadNotStarted, or the reason of the signal. */
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

  /** After the jobs that run. */
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

/** One thread, which does one job at a time. */
class Thread {
  readonly #worker: Worker;
  /** Until it ends because nothing comes. */
  idle: NodeJS.Timeout | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  static async start({ script, memoryMb, stopping }: Required<ThreadPoolOptions>): Promise<Thread> {
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // One that is being given up may still fail, and must not take the process with it.
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
    const answered = once(this.#worker, "message", {
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    this.#worker.postMessage(message);
    const answer = await answered.then(
      ([told]) => told as JobAnswer,
      (error: Error) => {
        signal?.throwIfAborted();
        const why = deadline.aborted
          ? `it took more than ${deadlineMs} ms`
          : `its thread ended: ${error.message}`;
        throw new JobGivenUp(`${message.name} was given up: ${why}`, { cause: error });
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
