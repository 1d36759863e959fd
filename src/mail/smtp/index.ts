/**
 * An SMTP client (RFC 5321, PIPELINING RFC 2920, STARTTLS RFC 3207, AUTH RFC 4954, SIZE RFC 1870, 8BITMIME RFC 6152,
 * SMTPUTF8 RFC 6531) that reports an outcome for each recipient, and above all whether the final dot was sent.
 *
 * URL → `parseRelayUrl` → `Endpoint` → `SmtpPool.send(job)` → one `Outcome` per recipient
 */
export { addDuration, type Durations } from "./durations.ts";
export { type Endpoint, isLoopback } from "./endpoint.ts";
export { IdleConnections } from "./idle-connections.ts";
export { MessagesPerConnection } from "./messages-per-connection.ts";
export type { Outcome } from "./outcome.ts";
export { parseRelayUrl } from "./parse-relay-url.ts";
export { isHardReason, meaningOf } from "./reply-meanings/index.ts";
export { type ConnectOptions, connectSmtp } from "./session/connect-smtp.ts";
export type { Job } from "./session/job.ts";
export { SmtpConnection } from "./session/smtp-connection.ts";
export { DEFAULT_TIMEOUTS, type Timeouts } from "./session/timeouts.ts";
export { type PoolOptions, SmtpPool } from "./smtp-pool.ts";
