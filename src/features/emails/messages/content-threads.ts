import { ThreadPool } from "../../../platform/threads/index.ts";
import type { ContentJobs } from "./content-jobs.ts";

/** One hostile message must not keep all others waiting, and more would take the processor from what sends. */
const threads = 2;
/** A message of 40 MB, several times. */
const memoryMb = 512;

/** One for the process: threads start with the first job and end when nothing comes. They keep no process alive. */
export const contentThreads = new ThreadPool<ContentJobs>({
  script: new URL("./content-jobs.ts", import.meta.url),
  threads,
  memoryMb,
});
