/**
 * Work that could hold up an event loop, in threads with a deadline: `ThreadPool` in the process, `serveJobs` in the script of its
 * threads. One mechanism for everything that parses what strangers wrote (docs/decisions/0043-hostile-content.md).
 */
export { serveJobs } from "./serve-jobs.ts";
export { JobGivenUp, ThreadNotStarted, ThreadPool } from "./thread-pool.ts";
