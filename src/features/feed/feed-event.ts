import type { AccountEventType } from "../account-events/index.ts";
import type { Metadata } from "../emails/index.ts";
import type { EventType } from "../recipients/index.ts";

/** The type of an engagement by the kind of its row. */
export const ENGAGEMENT_TYPES = {
  open: "email.opened",
  click: "email.clicked",
  unsubscribe: "email.unsubscribed",
} as const;
export type EngagementKind = keyof typeof ENGAGEMENT_TYPES;
export type EngagementType = (typeof ENGAGEMENT_TYPES)[EngagementKind];

export const ENGAGEMENT_MEANINGS: Record<EngagementType, string> = {
  "email.opened": "The email's image was loaded, by a person or a program: see `actor`.",
  "email.clicked": "A link of the email was followed, by a person or a program: see `actor`.",
  "email.unsubscribed": "The recipient unsubscribed with a link or the mail client's button.",
};

type FeedEventType = `email.${EventType}` | (typeof ENGAGEMENT_TYPES)[EngagementKind] | AccountEventType;

type AnyEvent = {
  id: string;
  type: FeedEventType;
  /** The id of the email, contact, domain or other object that the event is about. Webhooks get events about one subject in order. */
  subjectId: string;
  createdAt: Date;
  /** The event as the API and webhooks show it. */
  data: EventData;
};

type Tag = { name: string; value: string };

type EventData = {
  id: string;
  type: EventType | EngagementType | AccountEventType;
  created_at: string;
  detail: object;
  attempt?: number;
  subject_id?: string;
  email_id?: string;
  recipient?: string;
  subject?: string;
  tags?: Tag[];
  metadata?: Metadata | null;
  from?: string;
  stream?: "transactional" | "bulk";
};

/** The properties of an email by which followers select events. */
type OfEmail = {
  emailId: string;
  /** The domain of the address in From, in lower case. */
  domain: string;
  tags: readonly Tag[];
  stream: "transactional" | "bulk";
  /** The API key that sent the email. */
  keyId: number | null;
  data: EmailData;
};

/** An event of an email as the API returns it. `attempt`: only for a change of a recipient's state. */
export type EmailData = {
  id: string;
  type: string;
  created_at: string;
  attempt?: number;
  detail: object;
  email_id: string;
  message_id: string;
  recipient: string;
  subject: string;
  tags: readonly { name: string; value: string }[];
  metadata: object | null;
  from: string;
  stream: "transactional" | "bulk";
};

/** A change of a recipient's state, or a later fact such as a complaint. */
type EmailEvent = AnyEvent & OfEmail & { kind: "email"; type: `email.${EventType}` };
/** An open, click or unsubscribe. */
type EngagementEvent = AnyEvent & OfEmail & { kind: "engagement"; type: EngagementType; actor: string };
/** A fact about the account, such as a verified domain. */
type AccountEvent = AnyEvent & { kind: "account"; type: AccountEventType };

/** An event of an account's feed. */
export type FeedEvent = EmailEvent | EngagementEvent | AccountEvent;
