/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const DELIVERY_LOG_EVENTS = {
  "delivery.claim_failed":
    "The queue could not be read, or the result of a claim is unknown. Workers wait for the database.",
  "delivery.failed":
    "Mail could not be sent because of an internal failure, such as an unavailable database. It went back to the queue, and the worker retries.",
  "delivery.fenced":
    "A worker lost a lease: the outcome of its attempt arrived after a newer attempt had started, and is ignored.",
  "delivery.parked": "An email crashed workers repeatedly and is no longer sent.",
  "delivery.settle_failed": "The outcome of an attempt could not be stored. The worker retries.",
  "delivery.uncertain":
    "An internal failure occurred after the end of a message was sent, so the message may or may not have arrived.",
  "destinations.note_failed": "The mailbox providers of domains could not be stored.",
  "journal.abandoned":
    "A worker's journal cannot be written. The worker claims no mail until the journal can be written.",
  "journal.resumed": "A worker can write its journal again.",
  "journal.missing": "A worker has no journal because DATA_DIR is not writable.",
  "journal.not_recovered":
    "The in-flight recipients of a dead worker could not be read or settled. The next check tries again.",
  "journal.recovered": "The in-flight recipients of a dead worker were settled or returned to the queue.",
  "journal.refused":
    "A crashed worker's journal has the format of another version. Its recipients wait until their leases expire, and sent messages may be sent again.",
  "lease.renewal_failed": "Leases could not be renewed. Attempts that have not started are withheld.",
  "relay.auth_failed": "A relay rejects the user name or password. Its mail waits until they are corrected.",
  "relay.health_not_shared": "A relay's health could not be shared with the other workers.",
  "relay.unreachable": "A relay does not work and is in cooldown.",
  "relay.recovered": "A relay works again after a cooldown.",
  "source.unusable":
    "This machine cannot send from an address of a pool. The address is not used for a minute.",
  "throttles.sync_failed": "Workers could not share the state of throttles.",
} as const;

type Own = typeof DELIVERY_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
