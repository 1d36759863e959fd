/**
 * Tracking of opens and clicks (docs/decisions/0066-tracking.md).
 *
 * TrackingPolicy: what is tracked in an email, when it is accepted, and by which host, when it is sent → trackHtml: its links and its pixel
 * → answerLink (index.http.ts): request → Hits: journal on the disk → redirect
 * HitCollector, in the background process: journals → judge (pure): person or program → engagements
 * hosts/: checkDueHosts fetches a token through each tracking host; orderDueCertificates and startTrackingListener serve them over https
 */
export {
  type Engagement,
  eraseEvidence,
  eraseLateEvidence,
  loadEngagements,
  recordUnsubscribe,
} from "./engagements/queries.ts";
export { loadBacklogs, NEXT_STEP as BACKLOG_NEXT_STEP, wordsOfBacklog } from "./hits/backlogs.ts";
export { HitCollector } from "./hits/hit-collector.ts";
export { Hits } from "./hits/hits.ts";
export { forgetSealedCertificates } from "./hosts/order-certificates.ts";
export { startTrackingListener } from "./hosts/tracking-listener.ts";
export { agentFamily } from "./judge/agent-family.ts";
export { ACTORS, type Actor, isOfPerson } from "./judge/signals.ts";
export { StoppedLinks } from "./links/stopped-links.ts";
export type { TrackedRecipient } from "./links/token.ts";
export { type Tracking, trackHtml } from "./links/track-html.ts";
export { stopLinks } from "./settings/change-settings.ts";
export { type SentTracking, TrackingPolicy, type TrackingWish } from "./settings/tracking-policy.ts";
