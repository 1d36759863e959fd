/** Log events of src/platform, with their meaning for operators (docs/reference/log-events.md). */
export const PLATFORM_LOG_EVENTS = {
  "database.migrated": "The database schema was migrated.",
  "http.failed": "A request failed because of an internal error.",
  "http.host_refused":
    "A request named a host that this instance does not serve. To allow it, set BASE_URL or ALLOWED_HOSTS.",
  "http.request": "A request was completed (level debug).",
  "jobs.failed": "A background job failed. `job` names it. It runs again at its next time.",
  "jobs.interrupted": "Background jobs cannot use the database. They continue when it is back.",
  "jobs.not_started": "Background jobs could not start. The process tries again.",
  "listener.failed": "The database cannot notify workers of new mail. They poll instead.",
  "log.dropped": "Log lines were dropped because the log was not read for a while.",
  "postgres.restarted": "The embedded PostgreSQL is running again.",
  "postgres.exited": "The embedded PostgreSQL exited and is restarted.",
  "postgres.log": "A line from the log of the embedded PostgreSQL.",
  "postgres.orphan_stopped": "An embedded PostgreSQL that a killed server left behind was stopped.",
  "postgres.waiting": "A command runs PostgreSQL in the data directory. The server starts when it has ended.",
  "postgres.start_failed": "The embedded PostgreSQL could not be started. The server tries again.",
  "process.crashed": "A process exits because of an unexpected error.",
  "process.died": "The process of a role exited and is restarted.",
  "process.killed": "The process of a role did not stop in time and was killed.",
  "process.stopping": "A process is stopping.",
  "process.error_contained": "A client's connection failed unexpectedly. Only that client's request ends.",
} as const;

type Own = typeof PLATFORM_LOG_EVENTS;

/**
 * Every event that a log line may name. Each feature adds its own in its log-events.ts and declares them in its manifest. A log line with
 * another event is a type error.
 * @public
 */
export interface LogEvents extends Own {}

export type LogEvent = keyof LogEvents & string;

/** A server that accepts mail by SMTP. The log events of each server begin with its name, and its feature declares them. */
export type SmtpServerName = LogEvent extends infer Event
  ? Event extends `${infer Name}.port_taken`
    ? Name
    : never
  : never;
