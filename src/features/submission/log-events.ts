/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const SUBMISSION_LOG_EVENTS = {
  "submission.certificate_changed": "The submission server uses a new certificate.",
  "submission.certificate_expired": "The certificate of the submission server has expired.",
  "submission.certificate_not_kept": "A self-signed certificate could not be stored.",
  "submission.certificate_refused": "A new certificate is not usable. The old one stays in use.",
  "submission.connection_failed": "A connection broke (level debug).",
  "submission.deferred": "A message was deferred because of an internal error.",
  "submission.listening": "The submission server accepts mail.",
  "submission.login_refused": "An SMTP login was rejected.",
  "submission.port_taken": "The default port of the submission server is in use. The server keeps retrying.",
} as const;

type Own = typeof SUBMISSION_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
