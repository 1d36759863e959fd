import { domainOf, type Mailbox } from "../../mail/address/index.ts";
import type { AccountEventType } from "../account-events/index.ts";
import type { Metadata } from "../emails/index.ts";
import type { EventType } from "../recipients/index.ts";
import { ENGAGEMENT_TYPES, type EngagementKind, type FeedEvent } from "./feed-event.ts";

type OfEmail = {
  address: string;
  subject: string;
  tags: { name: string; value: string }[] | null;
  metadata: Metadata | null;
  mail_from: Mailbox;
  stream: "bulk" | null;
  api_key_id: number | null;
  message_id: string;
};

type AnyRow = { id: string; subject_id: string; detail: object; created_at: Date };

export type FeedRow =
  | (AnyRow & OfEmail & { kind: "email"; type: EventType; attempt: number })
  | (AnyRow & OfEmail & { kind: "engagement"; type: EngagementKind; detail: { actor: string } })
  | (AnyRow & { kind: "account"; type: AccountEventType });

export function feedEventOf(row: FeedRow): FeedEvent {
  const { id, subject_id: subjectId, created_at: createdAt, detail } = row;
  const base = { id, subjectId, createdAt };
  const data = { id, created_at: createdAt.toISOString(), detail };
  if (row.kind === "account")
    return {
      ...base,
      kind: "account",
      type: row.type,
      data: { ...data, type: row.type, subject_id: subjectId },
    };
  const ofEmail = dataOfEmail(row);
  const filtered = {
    emailId: subjectId,
    domain: domainOf(row.mail_from.address).toLowerCase(),
    tags: ofEmail.tags,
    stream: ofEmail.stream,
    keyId: row.api_key_id,
  };
  if (row.kind === "email")
    return {
      ...base,
      ...filtered,
      kind: "email",
      type: `email.${row.type}`,
      data: { ...data, type: row.type, attempt: row.attempt, ...ofEmail },
    };
  const type = ENGAGEMENT_TYPES[row.type];
  return {
    ...base,
    ...filtered,
    kind: "engagement",
    type,
    actor: row.detail.actor,
    data: { ...data, type, ...ofEmail },
  };
}

function dataOfEmail(row: AnyRow & OfEmail) {
  const { subject_id: emailId, address, subject, tags, metadata, mail_from: from, message_id } = row;
  const stream: "transactional" | "bulk" = row.stream ?? "transactional";
  return {
    email_id: emailId,
    message_id,
    recipient: address,
    subject,
    tags: tags ?? [],
    metadata,
    from: from.address,
    stream,
  };
}
