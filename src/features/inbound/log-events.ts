/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const INBOUND_LOG_EVENTS = {
  "inbound.bounce_not_counted": "A bounce could not be counted.",
  "inbound.certificate_changed": "The inbound SMTP server uses a new certificate.",
  "inbound.certificate_expired": "The certificate of the inbound SMTP server has expired.",
  "inbound.certificate_not_kept": "A self-signed certificate could not be stored.",
  "inbound.certificate_refused": "A new certificate is not usable. The old one stays in use.",
  "inbound.connection_failed": "A connection broke (level debug).",
  "inbound.deferred": "A message was deferred because of an internal error.",
  "inbound.listening": "The inbound SMTP server accepts mail.",
  "inbound.port_taken": "The default port of the inbound SMTP server is in use. The server keeps retrying.",
  "inbound.not_counted":
    "Unread inbound messages could not be counted. The next attempt follows within seconds.",
  "inbound.not_read": "An inbound message could not be processed. It is tried again.",
  "inbound.read": "An inbound message was processed.",
} as const;

type Own = typeof INBOUND_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
