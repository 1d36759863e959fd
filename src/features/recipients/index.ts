/**
 * Recipients: the state of every address of every email, and the events that led to it. Only this folder writes the tables
 * `recipients` and `events` (test/reference/table-owners.test.ts).
 *
 * states.ts: the states and their transitions, as a table; record-events.ts: the only insertion of events
 * insert-recipients.ts: acceptance → claims/: a worker's right to recipients, and leases.ts: its renewal and return →
 *   settle-attempts.ts: outcomes
 * promote-due.ts makes due recipients ready; notify-workers.ts notifies workers; crash-counts.ts finds mail that crashes workers
 * changes/: people's decisions: cancel, reschedule, retry now, resolve uncertain mail, hold the due mail of a restored backup
 * late-events.ts: bounces and complaints that arrive after an attempt was settled
 */
export { cancelChunk, cancelEmailRecipients, hasCancelable } from "./changes/cancel-recipients.ts";
export { holdRestoredChunk } from "./changes/hold-restored.ts";
export { rescheduleRecipients } from "./changes/reschedule-recipients.ts";
export {
  hasRestored,
  resolveRestoredChunk,
  resolveUncertainRecipient,
  type UncertainDecision,
} from "./changes/resolve-uncertain.ts";
export { hasRetryable, retryChunk } from "./changes/retry-now.ts";
export { type AccountPolicy, type Claim, type ClaimedRow, claimColumns } from "./claims/claim.ts";
export {
  type ClaimLimits,
  type DomainLimit,
  nothingPaused,
  type Pauses,
  withoutPaused,
} from "./claims/claim-limits.ts";
export { claimQuarantined, hasQuarantined } from "./claims/claim-quarantined.ts";
export { ClaimCursor, claimRecipients } from "./claims/claim-recipients.ts";
export { type ClaimedRows, ClaimNotRecorded, commitClaim, type Queries } from "./claims/commit-claim.ts";
export { clearOldTranscripts } from "./clear-transcripts.ts";
export { countOpenByPeriod } from "./count-open.ts";
export { acceptanceEventsSql, insertRecipientsSql } from "./insert-recipients.ts";
export {
  applyBounceToState,
  type BounceEffect,
  findSenderDomain,
  type KnownRecipient,
  loadEventDetails,
  lockRecipient,
  recordLateEvent,
} from "./late-events.ts";
export { type GivenBack, releaseLeases, renewLeases, resetCrashCounts } from "./leases.ts";
export { type EmailRange, findNextEmail, markErased } from "./mark-erased.ts";
export { QUEUE_CHANNEL, workerNotifier } from "./notify-workers.ts";
export { promoteDue, ROWS_PER_END } from "./promote-due.ts";
export { type Settlement, settleAttempts } from "./settle-attempts.ts";
export {
  ACCEPTANCE_EVENTS,
  type EventType,
  eventTypes,
  FURTHER_EVENT_MEANINGS,
  RECIPIENT_STATE_MEANINGS,
  RECIPIENT_STATES,
  type RecipientState,
  type SettledState,
  shownState,
  statesBefore,
} from "./states.ts";
