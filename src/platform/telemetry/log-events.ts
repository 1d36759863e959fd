/**
 * Every event that a log line may name, with its meaning for operators. Generates docs/reference/log-events.md. A log line with an
 * event that is not listed here is a type error.
 */
export const logEvents = {
  "abuse_guard.not_counted": "The abuse guard could not count the mail of API keys.",
  "abuse_guard.not_paused": "The abuse guard could not pause a key.",
  "alert.closed": "An incident is over.",
  "alert.not_evaluated":
    "The alert rules could not be evaluated. They are evaluated again in the next round.",
  "alert.not_notified": "People could not be notified of an incident. The next round tries again.",
  "alert.opened": "An alert rule found an incident.",
  "database.migrated": "The database schema was migrated.",
  "delivery.claim_failed": "The queue could not be read. Workers wait for the database.",
  "delivery.failed":
    "Mail could not be sent because of an internal failure, such as an unavailable database. It went back to the queue, and the worker retries.",
  "delivery.fenced":
    "A worker lost a lease: the outcome of its attempt arrived after a newer attempt had started, and is ignored.",
  "delivery.poison": "An email crashed workers repeatedly and is no longer sent.",
  "delivery.settle_failed": "The outcome of an attempt could not be stored. The worker retries.",
  "delivery.uncertain":
    "An internal failure occurred after the end of a message was sent, so the message may or may not have arrived.",
  "destinations.note_failed": "The mailbox providers of domains could not be stored.",
  "domain.lose": "An account lost a sender domain.",
  "domain.take": "A sender domain went to another account.",
  "domain.verify": "An account verified a sender domain.",
  "domains.check_failed": "Sender domains could not be checked.",
  "http.host_refused":
    "A request named a host that this instance does not serve. To allow it, set BASE_URL or ALLOWED_HOSTS.",
  "http.failed": "A request failed because of an internal error.",
  "http.request": "A request was completed (level debug).",
  "inbound.bounce_not_counted": "A bounce could not be counted.",
  "inbound.certificate_changed": "The inbound SMTP server uses a new certificate.",
  "inbound.certificate_expired": "The certificate of the inbound SMTP server has expired.",
  "inbound.certificate_not_kept": "A self-signed certificate could not be stored.",
  "inbound.certificate_refused": "A new certificate is not usable. The old one stays in use.",
  "inbound.connection_failed": "A connection broke (level debug).",
  "inbound.deferred": "A message was deferred because of an internal error.",
  "inbound.listening": "The inbound SMTP server accepts mail.",
  "inbound.no_port": "The default port of the inbound SMTP server is in use. It tries again.",
  "inbound.not_read": "An inbound message could not be processed. It is tried again.",
  "inbound.not_swept": "Processed inbound messages could not be removed.",
  "inbound.read": "An inbound message was processed.",
  "instance.ready": "All roles are running.",
  "instance.stays_root":
    "The program was started as root and cannot switch to another user. `reason` gives the cause.",
  "instance.stopped": "All roles have ended.",
  "instance.stopping": "A signal asked the program to stop.",
  "instance.stopping_quickly": "A second signal asked the program to stop immediately.",
  "journal.abandoned": "A worker's journal cannot be written. The worker claims no mail until it can.",
  "journal.begun_again": "A worker can write its journal again.",
  "journal.missing": "A worker has no journal because DATA_DIR is not writable.",
  "journal.not_recovered":
    "The in-flight recipients of a dead worker could not be read or settled. The next check tries again.",
  "journal.recovered": "The in-flight recipients of a dead worker were settled or returned to the queue.",
  "journal.refused":
    "The journal of a dead worker of another version cannot be read. Its recipients wait until their leases expire, and sent messages may be sent again.",
  "key.paused": "The abuse guard paused an API key.",
  "keys.usage_not_written": "The time of the last use of API keys could not be stored.",
  "lease.renewal_failed": "Leases could not be renewed. Attempts that have not started are withheld.",
  "listener.failed": "The database cannot notify workers of new mail. They poll instead.",
  "log.dropped": "Log lines were dropped because the log was not read for a while.",
  "metrics.not_written": "The metrics of this process could not be stored.",
  "throttles.sync_failed": "Workers could not share the state of throttles.",
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
  "queue.not_counted": "Settled recipients could not be counted for the queue page.",
  "queue.notify_failed": "Workers could not be notified of new mail. They find it by polling.",
  "queue.restored": "The database was restored from a backup. Its due mail is held.",
  "rate.not_shared": "Processes could not share the counts of rate limits.",
  "relay.auth_failed": "A relay rejects the user name or password. Its mail waits until they are corrected.",
  "relay.health_not_shared": "A relay's health could not be shared with the other workers.",
  "relay.unreachable": "A relay does not work and is in cooldown.",
  "relay.works_again": "A relay works again after a cooldown.",
  "requests.dropped": "Requests are missing from the request log.",
  "requests.not_written": "The request log could not be written.",
  "routes.not_read": "Relays and routing rules could not be read.",
  "session.not_touched": "The time of a session's last use could not be stored.",
  "source.unusable":
    "This machine cannot send from an address of a pool. The address is not used for a minute.",
  "submission.certificate_changed": "The submission server uses a new certificate.",
  "submission.certificate_expired": "The certificate of the submission server has expired.",
  "submission.certificate_not_kept": "A self-signed certificate could not be stored.",
  "submission.certificate_refused": "A new certificate is not usable. The old one stays in use.",
  "submission.connection_failed": "A connection broke (level debug).",
  "submission.deferred": "A message was deferred because of an internal error.",
  "submission.listening": "The submission server accepts mail.",
  "submission.login_refused": "An SMTP login was rejected.",
  "submission.no_port": "The default port of the submission server is in use. It tries again.",
  "suppressions.failed":
    "An address that rejected mail could not be suppressed, or its bounce could not be counted.",
  "system_mail.not_sent":
    "A system mail to the users of an account could not be sent, such as a warning that a key was paused. `subject` names the mail.",
  "sweep.failed": "Expired data could not be removed.",
} as const;

export type LogEvent = keyof typeof logEvents;

/** The servers that accept mail by SMTP. Their log events begin with these names. */
export type SmtpServerName = "submission" | "inbound";
