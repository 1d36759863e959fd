import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Pagination, withQuery } from "../../api.ts";
import { apiFilters, type EmailsSearch } from "./emails-search.ts";
import { sourcePath } from "./message-paths.ts";
import type { EmailStatus, RecipientStatus } from "./status-badge.tsx";

export interface Tag {
  name: string;
  value: string;
}

export interface EmailSummary {
  id: string;
  from: string;
  /** In a list: the first five; the same of the others. */
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  message_id: string;
  /** Of To, Cc and Bcc together. */
  recipient_count: number;
  subject: string;
  status: EmailStatus;
  tags: Tag[];
  attachment_count: number;
  scheduled_at: string | null;
  created_at: string;
}

export interface EmailEvent {
  id: string;
  /** What a recipient came into, or something that changes no state. */
  type: RecipientStatus | "complained";
  attempt: number;
  created_at: string;
  detail: {
    reason?: string;
    phase?: string;
    code?: number;
    enhanced?: string;
    /** What the other server said, word for word. */
    line?: string;
    host?: string;
    next_attempt_at?: string;
    /** By which way it went, and what the rule says that decided so. */
    route?: string;
    rule?: string;
    /** Our address that it was sent from; the version of TLS that it was said under, or why it was not though it was wanted. */
    source?: string;
    tls?: string;
    plaintext?: string;
    /** Which TLS its domain asks for, in a sentence. */
    policy?: string;
    /** What the refusal means, in one word. */
    meaning?: string;
    /** The message came back after it had been taken. */
    late?: boolean;
    bounce?: "hard" | "soft";
  };
}

/** Beside its email. */
export interface RecipientEvent extends EmailEvent {
  /** What was said with the server. */
  transcript: string | null;
}

export interface EmailRecipient {
  /** Among the recipients of its email, from 0. */
  position: number;
  address: string;
  kind: "to" | "cc" | "bcc";
  state: RecipientStatus;
  attempts: number;
  next_attempt_at: string | null;
  updated_at: string;
  events: RecipientEvent[];
}

export interface EmailAttachment {
  filename: string;
  content_type: string;
  /** Named by the HTML, which shows it. */
  content_id: string | null;
  size_bytes: number;
}

export interface EmailDetail extends EmailSummary {
  in_reply_to: string | null;
  references: string[];
  headers: Tag[];
  attachments: EmailAttachment[];
  metadata: Record<string, string | number | boolean | null> | null;
  /** `smtp`: it came as a whole message, which goes out as it is. */
  source: "api" | "smtp";
  /** Bodies and attachments are gone, after the account's retention time. */
  /** What was changed in a message that came by SMTP, a sentence each. */
  changes: string[];
  content_removed: boolean;
  /** Why a message that came by SMTP cannot be shown; null: it can. */
  content_unreadable: string | null;
  html: string | null;
  text: string | null;
  recipients: EmailRecipient[];
}

export const emailsKey = ["emails"];

interface EmailPage {
  emails: EmailSummary[];
  pagination: Pagination;
}

/** How often a list whose newest rows are on screen looks for newer ones. Hidden tabs do not ask. */
const listPollMs = 2_000;

/** One page of the list. The first one follows what happens; later ones lie still while they are read. */
export function emailsQuery(search: EmailsSearch & { limit?: number }) {
  const query = { ...apiFilters(search), cursor: search.cursor, limit: search.limit };
  return queryOptions({
    queryKey: [...emailsKey, query],
    queryFn: ({ signal }) => api.get<EmailPage>(withQuery("/api/emails", query), signal),
    placeholderData: keepPreviousData,
    // A failure that is on screen stays until its reader tries again; it must not flicker between two states.
    refetchInterval: ({ state }) =>
      search.cursor === undefined && state.data !== undefined ? listPollMs : false,
  });
}

/** Something may still happen to this recipient. */
export function isOpen(recipient: EmailRecipient): boolean {
  return recipient.state === "queued" || recipient.state === "sending" || recipient.next_attempt_at !== null;
}

/** It waits for the time that its sender chose, and not for a worker. */
export function isScheduled(email: Pick<EmailSummary, "status" | "scheduled_at">, now: number): boolean {
  return email.status === "queued" && email.scheduled_at !== null && Date.parse(email.scheduled_at) > now;
}

/** Fast while a worker has it, slow while it waits for its next attempt, never when all is over. */
function detailPollMs(email: EmailDetail | undefined): number | false {
  const open = email?.recipients.filter(isOpen) ?? [];
  if (email === undefined || open.length === 0) return false;
  if (isScheduled(email, Date.now() + 10_000)) return 10_000;
  // The answer for a thousand recipients is half a megabyte.
  if (open.some(({ state }) => state !== "deferred" && state !== "uncertain")) {
    return email.recipients.length > 100 ? 5_000 : 2_000;
  }
  return 10_000;
}

export function emailQuery(id: string) {
  return queryOptions({
    queryKey: ["email", id],
    queryFn: ({ signal }) => api.get<EmailDetail>(`/api/emails/${encodeURIComponent(id)}`, signal),
    refetchInterval: (query) => detailPollMs(query.state.data),
  });
}

/** The message as it goes over the wire; it never changes. */
export function sourceQuery(id: string) {
  return queryOptions({
    queryKey: ["email", id, "source"],
    queryFn: ({ signal }) => api.text(sourcePath(id), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
