/**
 * Suppressions: addresses to which an account's mail does not go, and why (docs/decisions/0034-suppressions.md).
 *
 * addSuppressions (delivery, inbound, API, import, unsubscribe) → one row an address, the stronger reason stands
 * suppressedBy (SQL, for claims) and findSuppressed → who gets no mail of a stream now
 * removals/: many suppressions at once: previewRemoval → runRemoval, in steps → restoreRemoval, for 30 days
 * api/: the list, for programs and the dashboard; transfer/: CSV in and out; soft-bounces/: refusals that may pass, counted
 * unsubscribe/: links that recipients follow (RFC 8058): createUnsubscribeLinks → unsubscribeRoutes
 */
export { addSuppressions } from "./add-suppressions.ts";
export { findSuppressed } from "./find-suppressed.ts";
export { suppressedBy } from "./queries.ts";
export { createCountSoftBounce } from "./soft-bounces/count-soft-bounce.ts";
export type { NewSuppression, SuppressionReason } from "./suppression.ts";
export {
  createUnsubscribeLinks,
  fillUnsubscribeUrl,
  type UnsubscribeLinks,
  unsubscribeHeaders,
} from "./unsubscribe/unsubscribe-links.ts";
export { createUnsubscriptions, type Unsubscriptions } from "./unsubscribe/unsubscriptions.ts";
