import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Pagination, withQuery } from "../../api.ts";
import { apiFilters, type EmailsSearch } from "./emails-search.ts";
import type { EmailStatus, RecipientStatus } from "./status-badge.tsx";

export interface EmailSummary {
  id: string;
  from: string;
  /** The first five. */
  to: string[];
  recipient_count: number;
  subject: string;
  status: EmailStatus;
  created_at: string;
}

export interface EmailEvent {
  id: string;
  type: RecipientStatus;
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
  };
}

export interface EmailRecipient {
  address: string;
  state: RecipientStatus;
  attempts: number;
  next_attempt_at: string | null;
  updated_at: string;
  events: EmailEvent[];
}

export interface EmailDetail extends EmailSummary {
  reply_to: string[];
  message_id: string;
  html: string | null;
  text: string | null;
  recipients: EmailRecipient[];
}

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
    queryKey: ["emails", query],
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

/** Fast while a worker has it, slow while it waits for its next attempt, never when all is over. */
function detailPollMs(email: EmailDetail | undefined): number | false {
  const open = email?.recipients.filter(isOpen) ?? [];
  if (open.length === 0) return false;
  // The answer for a thousand recipients is half a megabyte.
  if (open.some(({ state }) => state !== "deferred" && state !== "uncertain")) {
    return (email?.recipients.length ?? 0) > 100 ? 5_000 : 2_000;
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

export function sourcePath(id: string): string {
  return `/api/emails/${encodeURIComponent(id)}/source`;
}

export function previewPath(id: string, images: boolean): string {
  return `/api/emails/${encodeURIComponent(id)}/preview${images ? "?images=1" : ""}`;
}

/** The message as it goes over the wire; it never changes. */
export function sourceQuery(id: string) {
  return queryOptions({
    queryKey: ["email", id, "source"],
    queryFn: ({ signal }) => api.text(sourcePath(id), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
