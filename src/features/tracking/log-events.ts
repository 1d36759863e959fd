/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const TRACKING_LOG_EVENTS = {
  "tracking.certificate_failed":
    "The certificate authority issued no certificate for a tracking host. The order is retried in an hour.",
  "tracking.certificate_issued": "A tracking host has a new certificate.",
  "tracking.journal_failed":
    "Opens and clicks cannot be written to `DATA_DIR`, or cannot be read from it. Links still redirect. Check the disk and its permissions.",
  "tracking.not_recorded":
    "Opens and clicks could not be stored in the database. This is retried. Links still redirect; no hit is lost.",
} as const;

type Own = typeof TRACKING_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
