/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const FOLLOWERS_LOG_EVENTS = {
  "followers.failed":
    "A step of a follower failed. Its effect was not stored. The step is retried, and no event is lost.",
} as const;

type Own = typeof FOLLOWERS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
