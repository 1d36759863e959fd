/**
 * The feed of an account: all its events in one order. It merges events (mail), account_events and engagements, whose ids come from one
 * clock and whose writers register before they write (decision 28).
 */
export { type EmailData, ENGAGEMENT_MEANINGS, type FeedEvent } from "./feed-event.ts";
export {
  loadEventIdsOfEmail,
  loadEventIdsOfSubject,
  loadFeedEvents,
  loadLastEventId,
  loadNextEventTimes,
  readFeed,
} from "./read-feed.ts";
