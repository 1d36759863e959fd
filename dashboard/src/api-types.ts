/** The dashboard's names for the types in the OpenAPI document. Every type here comes from the document. */
import type {
  ActOnInstanceQueueBody,
  AddDomainAnswer,
  AddDomainBody,
  AuthenticateAnswer,
  ChangeAlertRuleAnswer,
  ChangeKeyAnswer,
  ChangeSettingsBody,
  CheckOutboundAnswer,
  CheckSessionAnswer,
  CreateKeyAnswer,
  CreatePoolAnswer,
  CreatePoolBody,
  CreateRelayAnswer,
  CreateRelayBody,
  CreateRoutingRuleAnswer,
  CreateSuppressionsBody,
  GetContactAnswer,
  GetDeliveryAnswer,
  GetDnsHostAnswer,
  GetEmailAnswer,
  GetHealthAnswer,
  GetOverviewAnswer,
  GetQueueAnswer,
  GetSettingsAnswer,
  GetSuppressionAnswer,
  GetSuppressionRemovalAnswer,
  ImportSuppressionsAnswer,
  ListAlertsAnswer,
  ListAuditEventsAnswer,
  ListDomainEventsAnswer,
  ListDomainReportsAnswer,
  ListDomainsAnswer,
  ListEmailsAnswer,
  ListRequestsAnswer,
  ListSessionsAnswer,
  ListUncertainAnswer,
  PreviewSuppressionRemovalAnswer,
  PreviewSuppressionRemovalBody,
  SendEmailAnswer,
  SendEmailBody,
  TestRelayAnswer,
} from "./api.gen.ts";

export type Pagination = ListRequestsAnswer["pagination"];

// Accounts
export type AuthState = CheckSessionAnswer;
export type SignedIn = AuthenticateAnswer;
export type User = GetSettingsAnswer["user"];
export type Session = ListSessionsAnswer["sessions"][number];
export type Settings = GetSettingsAnswer;
export type SettingsChange = ChangeSettingsBody;
export type AuditEvent = ListAuditEventsAnswer["events"][number];

// API keys
export type ApiKey = ChangeKeyAnswer;
export type CreatedKey = CreateKeyAnswer;
export type Permission = ApiKey["permission"];
export type LongLines = ApiKey["long_lines"];

// Delivery
export type Delivery = GetDeliveryAnswer;
export type DeliveryMode = Delivery["mode"];
export type DnsHost = GetDnsHostAnswer;

// Emails
export type EmailSummary = ListEmailsAnswer["emails"][number];
export type EmailStatus = EmailSummary["status"];
export type EmailStatusFilter = EmailSummary["status"] | "complained";
export type EmailDetail = GetEmailAnswer;
export type EmailRecipient = EmailDetail["recipients"][number];
export type RecipientStatus = EmailRecipient["state"];
export type RecipientEvent = EmailRecipient["events"][number];
export type EmailEvent = Omit<RecipientEvent, "transcript">;
export type Tag = EmailSummary["tags"][number];

// Compose
export type SendRequest = SendEmailBody;
export type EncodedFile = NonNullable<SendEmailBody["attachments"]>[number];
export type DryRun = Extract<SendEmailAnswer, { dry_run: true }>;
export type AcceptedEmail = Exclude<SendEmailAnswer, DryRun>;
export type PredictedOutcome = DryRun["recipients"][number];
export type DraftFinding = DryRun["findings"][number];

// Contacts
export type Contact = GetContactAnswer;
export type ContactInput = Pick<Contact, "email" | "name" | "subscribed" | "properties">;

// Domains
export type DomainSummary = ListDomainsAnswer["domains"][number];
export type DomainDetail = AddDomainAnswer;
export type DomainRecord = DomainDetail["records"][number];
export type DomainInput = AddDomainBody;
export type DomainEvent = ListDomainEventsAnswer["events"][number];
export type ReportDay = ListDomainReportsAnswer["days"][number];

// Suppressions
export type Suppression = GetSuppressionAnswer;
export type Reason = Suppression["reason"];
export type SourceType = Suppression["source"]["type"];
export type NewSuppressions = CreateSuppressionsBody;
export type ImportResult = ImportSuppressionsAnswer;
export type Removal = GetSuppressionRemovalAnswer;
export type RemovalPreview = PreviewSuppressionRemovalAnswer;
export type RemovalFilter = PreviewSuppressionRemovalBody["filter"];

// Routing
export type Relay = CreateRelayAnswer;
export type RelayInput = Omit<CreateRelayBody, "enabled">;
export type RelayTest = TestRelayAnswer;
export type Rule = CreateRoutingRuleAnswer;
export type RuleInput = Pick<Rule, "name" | "match" | "action" | "relay_ids" | "spread" | "pool_id">;
export type Pool = CreatePoolAnswer;
export type PoolInput = CreatePoolBody;

// Queue
export type Queue = GetQueueAnswer;
export type QueueGroup = Queue["groups"][number];
export type Pause = Queue["pauses"][number];
export type QueueAction = ActOnInstanceQueueBody["action"];
export type QueueScope = ActOnInstanceQueueBody["scope"];
export type UncertainRecipient = ListUncertainAnswer["uncertain"][number];

// Health
export type Health = GetHealthAnswer;
export type HealthCheck = Health["checks"][number];
export type Finding = CheckOutboundAnswer;
export type Level = Finding["level"];
export type Process = Health["processes"][number];
export type Alert = ListAlertsAnswer["alerts"][number];
export type AlertRule = ChangeAlertRuleAnswer;

// Overview and API logs
export type Overview = GetOverviewAnswer;
export type Day = Overview["days"][number];
export type ApiRequest = ListRequestsAnswer["requests"][number];
