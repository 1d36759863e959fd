import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListEmailsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import type { EmailDetail, EmailRecipient, EmailSummary, HtmlCheck } from "../../api-types.ts";
import { pollEvery } from "../../poll.ts";
import { apiFilters, type EmailsSearch } from "./emails-search.ts";
import { sourcePath } from "./message-paths.ts";

export const EMAILS_KEY = ["emails"];

/** How often the first page polls for newer rows. Hidden tabs do not poll. */
const LIST_POLL_MS = 2_000;
/** A search for a part of an address may read all addresses of the account. */
const SEARCH_POLL_MS = 10_000;

/** One page of the list. Only the first page updates live. */
export function emailsQuery(search: EmailsSearch & { limit?: number }) {
  const query = { ...apiFilters(search), cursor: search.cursor, limit: search.limit };
  return queryOptions({
    queryKey: [...EMAILS_KEY, query],
    queryFn: ({ signal }) => api.get<ListEmailsResponse>(withQuery("/api/emails", query), signal),
    placeholderData: keepPreviousData,
    refetchInterval: search.cursor === undefined && pollEvery(pollMs(search)),
  });
}

function pollMs({ to, from, search, tag, domain, stream }: EmailsSearch): number {
  return [to, from, search, tag, domain, stream].some(Boolean) ? SEARCH_POLL_MS : LIST_POLL_MS;
}

export function exportPath(search: EmailsSearch): string {
  return withQuery("/api/emails/export", apiFilters(search));
}

/** The recipient has no final outcome yet. */
export function isOpen(recipient: EmailRecipient): boolean {
  return recipient.state === "queued" || recipient.state === "sending" || recipient.next_attempt_at !== null;
}

/** The email waits for `scheduled_at`, not for a worker. */
export function isScheduled(email: Pick<EmailSummary, "status" | "scheduled_at">, now: number): boolean {
  return email.status === "queued" && email.scheduled_at !== null && Date.parse(email.scheduled_at) > now;
}

/** Polls fast while a worker handles the email, slowly until the next attempt, and not after the final outcome. */
export function detailPollMs(email: EmailDetail): number | false {
  const open = email.recipients.filter(isOpen);
  if (open.length === 0) return false;
  if (isScheduled(email, Date.now() + 10_000)) return 10_000;
  // The response for 1,000 recipients is 500 kB.
  if (open.some(({ state }) => state !== "deferred" && state !== "uncertain")) {
    return email.recipients.length > 100 ? 5_000 : 2_000;
  }
  return 10_000;
}

export function emailQuery(id: string) {
  return queryOptions({
    queryKey: ["email", id],
    queryFn: ({ signal }) => api.get<EmailDetail>(`/api/emails/${encodeURIComponent(id)}`, signal),
    refetchInterval: pollEvery(detailPollMs),
  });
}

/** Only the family's clients; empty: all. */
export function htmlCheckQuery(id: string, family: string) {
  return queryOptions({
    queryKey: ["email", id, "html-check", family],
    queryFn: ({ signal }) => {
      const path = `/api/emails/${encodeURIComponent(id)}/html-check`;
      return api.get<HtmlCheck>(withQuery(path, { clients: family || undefined }), signal);
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The raw message; it never changes. */
export function sourceQuery(id: string) {
  return queryOptions({
    queryKey: ["email", id, "source"],
    queryFn: ({ signal }) => api.text(sourcePath(id), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
