/** The dashboard's names for the types in the OpenAPI document. Every type here comes from the document. */
import type {
  ActOnInstanceQueueBody,
  AddDomainBody,
  AddDomainResponse,
  AuthenticateResponse,
  ChangeAlertRuleResponse,
  ChangeKeyResponse,
  ChangeSettingsBody,
  CheckHtmlResponse,
  CheckOutboundResponse,
  CheckSessionResponse,
  CreateKeyResponse,
  CreatePoolBody,
  CreatePoolResponse,
  CreateRelayBody,
  CreateRelayResponse,
  CreateRoutingRuleResponse,
  CreateSuppressionsBody,
  CreateWebhookBody,
  CreateWebhookResponse,
  GetContactResponse,
  GetDeliveryResponse,
  GetDnsHostResponse,
  GetEmailResponse,
  GetHealthResponse,
  GetOverviewResponse,
  GetQueueResponse,
  GetSettingsResponse,
  GetSuppressionRemovalResponse,
  GetSuppressionResponse,
  GetWebhookEventResponse,
  GetWebhookResponse,
  GetWebhookSecretResponse,
  ImportContactsResponse,
  ImportSuppressionsResponse,
  InviteResponse,
  ListAlertsResponse,
  ListAuditEventsResponse,
  ListContactTimelineResponse,
  ListDomainEventsResponse,
  ListDomainReportsResponse,
  ListDomainsResponse,
  ListEmailsResponse,
  ListEmailWebhookDeliveriesResponse,
  ListMembersResponse,
  ListReportedDomainsResponse,
  ListReportsResponse,
  ListRequestsResponse,
  ListSessionsResponse,
  ListUncertainResponse,
  ListWebhookEventsResponse,
  PreviewContactImportResponse,
  PreviewSuppressionRemovalBody,
  PreviewSuppressionRemovalResponse,
  ReplayWebhookEventsBody,
  SendEmailBody,
  SendEmailResponse,
  TestRelayResponse,
  TestWebhookResponse,
} from "./api.gen.ts";

// Accounts
export type AuthState = CheckSessionResponse;
export type SignedIn = AuthenticateResponse;
export type User = GetSettingsResponse["user"];
export type Session = ListSessionsResponse["sessions"][number];
export type Settings = GetSettingsResponse;
export type Role = Settings["role"];
export type Member = ListMembersResponse["members"][number];
export type Invitation = ListMembersResponse["invitations"][number];
export type NewInvitation = InviteResponse;
export type SettingsChange = ChangeSettingsBody;
export type AuditEvent = ListAuditEventsResponse["events"][number];

// API keys
export type ApiKey = ChangeKeyResponse;
export type CreatedKey = CreateKeyResponse;
export type Permission = ApiKey["permission"];
export type LongLines = ApiKey["long_lines"];

// Delivery
export type Delivery = GetDeliveryResponse;
export type DeliveryMode = Delivery["mode"];
export type DnsHost = GetDnsHostResponse;

// Emails
export type EmailSummary = ListEmailsResponse["emails"][number];
export type EmailStatus = EmailSummary["status"];
export type EmailStatusFilter = EmailSummary["status"] | "complained";
export type EmailDetail = GetEmailResponse;
export type HtmlCheck = CheckHtmlResponse;
export type EmailRecipient = EmailDetail["recipients"][number];
export type RecipientStatus = EmailRecipient["state"];
export type RecipientEvent = EmailRecipient["events"][number];
export type EmailEvent = Omit<RecipientEvent, "transcript">;
export type EmailWebhookDelivery = ListEmailWebhookDeliveriesResponse["deliveries"][number];
export type Tag = EmailSummary["tags"][number];

// Compose
export type SendRequest = SendEmailBody;
export type EncodedFile = NonNullable<SendEmailBody["attachments"]>[number];
export type DryRun = Extract<SendEmailResponse, { dry_run: true }>;
export type AcceptedEmail = Exclude<SendEmailResponse, DryRun>;
export type PredictedOutcome = DryRun["recipients"][number];
export type DraftFinding = DryRun["findings"][number];

// Contacts
export type Contact = GetContactResponse;
export type ContactTimelineItem = ListContactTimelineResponse["items"][number];
export type ContactsImport = ImportContactsResponse;
export type RowError = ContactsImport["errors"][number];
export type ImportPreview = PreviewContactImportResponse;
export type ContactInput = Pick<Contact, "email" | "name" | "subscribed" | "tracked" | "properties">;

// Domains
export type DomainSummary = ListDomainsResponse["domains"][number];
export type DomainDetail = AddDomainResponse;
export type DomainRecord = DomainDetail["records"][number];
export type DomainInput = AddDomainBody;
export type DomainEvent = ListDomainEventsResponse["events"][number];
export type ReceivedReport = ListReportsResponse["reports"][number];
export type ReportedDomain = ListReportedDomainsResponse["domains"][number];
export type ReportDay = ListDomainReportsResponse["days"][number];

// Suppressions
export type Suppression = GetSuppressionResponse;
export type Reason = Suppression["reason"];
export type SourceType = Suppression["source"]["type"];
export type NewSuppressions = CreateSuppressionsBody;
export type ImportResult = ImportSuppressionsResponse;
export type Removal = GetSuppressionRemovalResponse;
export type RemovalPreview = PreviewSuppressionRemovalResponse;
export type RemovalFilter = PreviewSuppressionRemovalBody["filter"];

// Routing
export type Relay = CreateRelayResponse;
export type RelayInput = Omit<CreateRelayBody, "enabled">;
export type RelayTest = TestRelayResponse;
export type Rule = CreateRoutingRuleResponse;
export type RuleInput = Pick<Rule, "name" | "match" | "action" | "relay_ids" | "spread" | "pool_id">;
export type Pool = CreatePoolResponse;
export type PoolInput = CreatePoolBody;

// Queue
export type Queue = GetQueueResponse;
export type QueueGroup = Queue["groups"][number];
export type Pause = Queue["pauses"][number];
export type QueueAction = ActOnInstanceQueueBody["action"];
export type QueueScope = ActOnInstanceQueueBody["scope"];
export type UncertainRecipient = ListUncertainResponse["uncertain"][number];

// Webhooks
export type Webhook = GetWebhookResponse;
export type CreatedWebhook = CreateWebhookResponse;
export type WebhookInput = Required<Omit<CreateWebhookBody, "headers" | "version">> & {
  headers?: Record<string, string>;
};
export type WebhookType = NonNullable<CreateWebhookBody["types"]>[number];
export type WebhookFormat = Webhook["format"];
export type WebhookSecret = GetWebhookSecretResponse;
export type WebhookDelivery = ListWebhookEventsResponse["events"][number];
export type WebhookDeliveryDetail = GetWebhookEventResponse;
export type WebhookAttempt = WebhookDeliveryDetail["log"][number];
export type WebhookReplay = ReplayWebhookEventsBody;
export type WebhookTest = TestWebhookResponse;

// Health
export type Health = GetHealthResponse;
export type HealthCheck = Health["checks"][number];
export type Finding = CheckOutboundResponse;
export type Level = Finding["level"];
export type Process = Health["processes"][number];
export type Alert = ListAlertsResponse["alerts"][number];
export type AlertRule = ChangeAlertRuleResponse;

// Overview and API logs
export type Overview = GetOverviewResponse;
export type Day = Overview["days"][number];
export type ApiRequest = ListRequestsResponse["requests"][number];
