/**
 * Suppressions: addresses to which an account sends no mail, and the reason (docs/decisions/0034-suppressions.md).
 *
 * addSuppressions (delivery, inbound, API, import, unsubscribe) → one row per address; the stronger reason is kept
 * suppressedBy (SQL, for claims) and findSuppressed → the addresses that currently get no mail of a stream
 * removals/: bulk removals: previewRemoval → runRemoval, in steps → restoreRemoval, for 30 days
 * http/: the list, for programs and the dashboard; transfer/: CSV import and export; soft-bounces/: counts temporary failures
 * unsubscribe/: unsubscribe links (RFC 8058): unsubscribeLinks → unsubscribeRoutes
 */
export { addSuppressions } from "./add-suppressions.ts";
export { findSuppressed } from "./find-suppressed.ts";
export { findUnsubscribed } from "./find-unsubscribed.ts";
export { nameEvent, type Suppressed, suppressedBy } from "./queries.ts";
export { countSoftBounce, type SoftBounce } from "./soft-bounces/count-soft-bounce.ts";
export type { NewSuppression, ReasonForNoMail } from "./suppression.ts";
export {
  fillUnsubscribeUrl,
  type UnsubscribeLinks,
  unsubscribeHeaders,
  unsubscribeLinks,
} from "./unsubscribe/unsubscribe-links.ts";
export { takeUnsubscribeLock } from "./unsubscribe/unsubscribe-lock.ts";
export { Unsubscriptions } from "./unsubscribe/unsubscriptions.ts";
