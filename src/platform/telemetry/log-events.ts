/**
 * Log events of the platform and the processes, with their meaning for operators. Features declare their own in their `log-events.ts`,
 * and in their manifest, which generates docs/reference/log-events.md.
 */
export const PLATFORM_LOG_EVENTS = {
  "database.migrated": "The database schema was migrated.",
  "http.host_refused":
    "A request named a host that this instance does not serve. To allow it, set BASE_URL or ALLOWED_HOSTS.",
  "http.failed": "A request failed because of an internal error.",
  "http.request": "A request was completed (level debug).",
  "instance.ready": "All roles are running.",
  "instance.stays_root":
    "The program was started as root and cannot switch to another user. `reason` gives the cause.",
  "instance.stopped": "All roles have ended.",
  "instance.stopping": "A signal asked the program to stop.",
  "instance.stopping_quickly": "A second signal asked the program to stop immediately.",
  "jobs.failed": "A background job failed. `job` names it. It runs again at its next time.",
  "jobs.interrupted": "Background jobs cannot use the database. They continue when it is back.",
  "jobs.not_started": "Background jobs could not start. The process tries again.",
  "listener.failed": "The database cannot notify workers of new mail. They poll instead.",
  "log.dropped": "Log lines were dropped because the log was not read for a while.",
  "postgres.back": "The embedded PostgreSQL is running again.",
  "postgres.died": "The embedded PostgreSQL exited and is restarted.",
  "postgres.log": "A line from the log of the embedded PostgreSQL.",
  "postgres.orphan_stopped": "An embedded PostgreSQL that a killed server left behind was stopped.",
  "postgres.start_failed": "The embedded PostgreSQL could not be started. The server tries again.",
  "process.died": "The process of a role exited and is restarted.",
  "process.crashed": "A process exits because of an unexpected error.",
  "process.killed": "The process of a role did not stop in time and was killed.",
  "process.stray_error": "A client's connection failed unexpectedly. Only that client's request ends.",
  "process.stopping": "A process is stopping.",
  "sweep.failed": "Expired data could not be removed.",
} as const;

type PlatformLogEvents = typeof PLATFORM_LOG_EVENTS;

/** All declared log events. Features add theirs (`declare module`). A log line with another event is a type error. */
export interface LogEvents extends PlatformLogEvents {}

export type LogEvent = keyof LogEvents;

/** A server that accepts mail by SMTP. The log events of each server begin with its name, and its feature declares them. */
export type SmtpServerName = LogEvent extends infer Event
  ? Event extends `${infer Name}.no_port`
    ? Name
    : never
  : never;
