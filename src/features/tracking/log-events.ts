/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const TRACKING_LOG_EVENTS = {
  "tracking.certificate_failed":
    "The certificate authority issued no certificate for a tracking host. The order is retried after an hour, and then after twice the time, up to a day. **Check now** retries it sooner.",
  "tracking.certificate_issued": "A tracking host has a new certificate.",
  "tracking.hit_refused":
    "The database refused an open or click, so it was left out; the others are stored. Please report it as an error of Posthouse.",
  "tracking.journal_damaged":
    "A file of opens and clicks could not be read completely, for example after a failure of the disk. It was renamed to `.damaged`. Its readable hits are stored; delete it when you no longer need it.",
  "tracking.journal_failed":
    "Opens and clicks cannot be written to `DATA_DIR`, or cannot be read from it. Links still redirect. Check the disk and its permissions.",
  "tracking.stopped_links_damaged":
    "The list of accounts whose links are stopped was damaged, and the database was unavailable. It was renamed to `.damaged`. All links redirect until the database is available.",
  "tracking.not_recorded":
    "Opens and clicks could not be stored in the database. This is retried. Links still redirect; no hit is lost.",
} as const;

type Own = typeof TRACKING_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
