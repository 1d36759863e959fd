import { ThreadPool } from "../../../platform/threads/index.ts";
import type { ContentJobs } from "./content-jobs.ts";

/** With one thread, a hostile message would block all others. More than two would take CPU time from delivery. */
const THREADS = 2;
/** Room for a message of 40 MB several times. */
const MEMORY_MB = 512;

/** One pool per process. Threads start with the first job, end when idle, and do not keep the process alive. */
export const contentThreads = new ThreadPool<ContentJobs>({
  script: new URL("./content-jobs.ts", import.meta.url),
  threads: THREADS,
  memoryMb: MEMORY_MB,
});
