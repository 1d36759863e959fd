/**
 * Runs work that could block an event loop in threads with a deadline: the process uses `ThreadPool`, and the script of its
 * threads uses `serveJobs`. All parsing of untrusted content uses it (docs/decisions/0043-hostile-content.md).
 */
export { serveJobs } from "./serve-jobs.ts";
export { JobGivenUp, ThreadNotStarted, ThreadPool } from "./thread-pool.ts";
