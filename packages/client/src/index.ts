/** Client of Posthouse: `new Posthouse("ph_…", { baseUrl }).emails.send({ to, subject, html })`. */
export type { Contact, Contacts } from "./contacts.ts";
export type { Domain, DomainEvent, DomainReport, DomainSummary, Domains } from "./domains.ts";
export type {
  AttachmentToSend,
  BatchOptions,
  CallOptions,
  DryRun,
  EmailSummary,
  Emails,
  EmailToSend,
  EmailWebhookDelivery,
  SendOptions,
  SentEmail,
} from "./emails.ts";
export type { Event } from "./event.ts";
export type { Events } from "./events.ts";
export type { FollowOptions } from "./follow-events.ts";
export type * from "./generated/api.ts";
export type { Inbox, InboxEmail } from "./inbox.ts";
export type { Metrics, MetricsQuestion } from "./metrics.ts";
export type { PosthouseOptions } from "./options.ts";
export type { PageList } from "./page-list.ts";
export type { Pool, Pools } from "./pools.ts";
export { Posthouse } from "./posthouse.ts";
export { type FieldError, PosthouseError } from "./posthouse-error.ts";
export type { Relay, Relays, RelayTest } from "./relays.ts";
export type { ReactElement } from "./render-react.ts";
export type { Report, Reports } from "./reports.ts";
export type { RoutingRule, RoutingRules } from "./routing-rules.ts";
export type {
  RunOptions,
  SuppressionFilter,
  SuppressionRemoval,
  SuppressionRemovalPreview,
  SuppressionRemovals,
} from "./suppression-removals.ts";
export type { Suppression, Suppressions } from "./suppressions.ts";
export type { DomainTracking, Tracking, TrackingSettings } from "./tracking.ts";
export type { CsvFile, CsvOptions } from "./upload-csv.ts";
export { type VerifyWebhookOptions, verifyWebhook, WebhookVerificationError } from "./verify-webhook.ts";
export { VERSION } from "./version.ts";
export type { Webhook, WebhookDelivery, Webhooks } from "./webhooks.ts";
