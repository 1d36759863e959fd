/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const ACCOUNTS_LOG_EVENTS = {
  "system_mail.not_sent":
    "A system mail to the users of an account could not be sent, such as a warning that a key was paused. `subject` names the mail.",
} as const;

type Own = typeof ACCOUNTS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
