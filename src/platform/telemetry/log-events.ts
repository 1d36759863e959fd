/**
 * Every event that a log line may name, and what it means for who reads it. Generates docs/reference/log-events.md. A line about an
 * event that is not here is a type error.
 */
export const logEvents = {
  "alert.closed": "An incident is over.",
  "alert.not_evaluated": "The rules of alerts could not be looked at; the next round tries again.",
  "alert.not_told": "Nobody could be told of an incident; the next round tries again.",
  "alert.opened": "A rule of alerts found something.",
  "brake.not_counted": "What keys send could not be counted for the brake.",
  "brake.not_paused": "A key that the brake wants to pause could not be paused.",
  "database.migrated": "The schema was brought up to date.",
  "delivery.claim_failed": "The queue could not be read; workers wait for the database.",
  "delivery.failed":
    "Mail could not be tried because of a failure of ours, such as a database that is away. It was given back untried, and the worker tries again.",
  "delivery.fenced":
    "A lease was lost: the outcome of an attempt came after a newer attempt had begun, and does not count.",
  "delivery.poison": "An email ended workers again and again and is parked.",
  "delivery.settle_failed": "The outcome of an attempt could not be written yet.",
  "delivery.uncertain":
    "A failure of ours came after the end of a message was sent, so it may or may not have arrived.",
  "destinations.note_failed": "Who runs which domain's mail servers could not be written down.",
  "domain.lose": "An account lost a sender domain.",
  "domain.take": "A sender domain went to another account.",
  "domain.verify": "An account proved that a sender domain is its own.",
  "domains.check_failed": "Sender domains could not be checked.",
  "http.host_refused":
    "A request named a host that this instance does not serve; BASE_URL or ALLOWED_HOSTS would allow it.",
  "http.failed": "A request failed for a fault of our own.",
  "http.request": "A request was answered (level debug).",
  "inbound.bounce_not_counted": "A bounce could not be counted.",
  "inbound.certificate_changed": "A door uses a new certificate.",
  "inbound.certificate_expired": "The certificate of a door has expired.",
  "inbound.certificate_not_kept": "A self-signed certificate could not be kept.",
  "inbound.certificate_refused": "A new certificate cannot be used; the old one stays.",
  "inbound.connection_failed": "A connection broke (level debug).",
  "inbound.deferred": "A message was put off for a fault of our own.",
  "inbound.listening": "Mail that comes back is taken.",
  "inbound.no_port": "The usual port of a door is taken; it tries again.",
  "inbound.not_read": "A message that came back could not be read yet.",
  "inbound.not_swept": "Messages that have been read could not be removed.",
  "inbound.read": "A message that came back was read.",
  "instance.ready": "All roles are up.",
  "instance.stays_root": "The program was started as root and cannot run as another user; `reason` says why.",
  "instance.stopped": "All roles have ended.",
  "instance.stopping": "A signal said stop.",
  "instance.stopping_quickly": "A second signal said stop at once.",
  "journal.abandoned":
    "A worker's journal cannot be written. The worker claims no mail until it can.",
  "journal.begun_again": "A worker whose journal could not be written has one again.",
  "journal.missing": "A worker has no journal, as DATA_DIR cannot be written.",
  "journal.not_recovered":
    "What a worker that died had in hand could not be read or settled yet; the next look tries again.",
  "journal.recovered": "What a worker that died had in hand was settled or given back.",
  "journal.refused":
    "What a worker of another version left when it died cannot be read; its mail waits for its leases, and what had left may be sent again.",
  "key.paused": "The brake paused an API key.",
  "keys.usage_not_written": "When keys were used could not be written.",
  "lease.renewal_failed": "Leases could not be renewed; what is not begun is withheld.",
  "listener.failed": "The database cannot tell of new mail; workers poll.",
  "log.dropped": "Nobody read the log for a while, and lines were dropped.",
  "metrics.not_written": "Figures of this process could not be written.",
  "notice.not_sent":
    "The people of an account could not be told of something that concerns them, e.g. that a key was paused or a domain is about to be lost; `subject` says what.",
  "pace.sync_failed": "The pace of lanes could not be shared between workers.",
  "postgres.back": "The embedded PostgreSQL is back.",
  "postgres.died": "The embedded PostgreSQL ended and is started again.",
  "postgres.log": "A line of the embedded PostgreSQL's own log.",
  "postgres.orphan_stopped": "The PostgreSQL of a killed server was stopped.",
  "postgres.start_failed": "The embedded PostgreSQL could not be started yet.",
  "process.died": "A role ended and is started again.",
  "process.fault": "An unforeseen error ends a process.",
  "process.killed": "A role did not stop in time.",
  "process.stray_error":
    "A client's connection failed and no part of the program expected it; only that client's request ends.",
  "process.stopping": "A process stops.",
  "queue.not_counted": "What was settled could not be counted for the queue page.",
  "queue.notice_failed": "Workers could not be woken; they find the mail by polling.",
  "queue.restored": "The database was restored from a backup; what was due in it is held.",
  "rate.not_shared": "Request rates could not be shared between processes.",
  "relay.auth_failed": "A relay refuses the user name or password; its mail waits until they are corrected.",
  "relay.health_not_told": "How a relay fares could not be told to the other workers.",
  "relay.unreachable": "A relay cannot be used and is left alone for a while.",
  "relay.works_again": "A relay that was left alone takes mail again.",
  "requests.dropped": "Requests are missing from the request log.",
  "requests.not_written": "The request log could not be written.",
  "routes.not_read": "Relays and routing rules could not be read.",
  "session.not_touched": "That a session was seen could not be noted.",
  "source.unusable":
    "This machine cannot send from an address of a pool; it is left out for a minute, and the others are used.",
  "submission.certificate_changed": "A door uses a new certificate.",
  "submission.certificate_expired": "The certificate of a door has expired.",
  "submission.certificate_not_kept": "A self-signed certificate could not be kept.",
  "submission.certificate_refused": "A new certificate cannot be used; the old one stays.",
  "submission.connection_failed": "A connection broke (level debug).",
  "submission.deferred": "A message was put off for a fault of our own.",
  "submission.listening": "Mail is taken by SMTP.",
  "submission.login_refused": "An SMTP login was refused.",
  "submission.no_port": "The usual port of a door is taken; it tries again.",
  "suppressions.failed": "An address that refused mail could not be suppressed or counted.",
  "sweep.failed": "Something that has expired could not be removed.",
} as const;

export type LogEvent = keyof typeof logEvents;

/** The doors that take mail by SMTP; their events begin with their names. */
export type SmtpDoor = "submission" | "inbound";
