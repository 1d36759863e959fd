import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListEmailsAnswer } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import type { EmailDetail, EmailRecipient, EmailSummary } from "../../api-types.ts";
import { apiFilters, type EmailsSearch } from "./emails-search.ts";
import { sourcePath } from "./message-paths.ts";

export const EMAILS_KEY = ["emails"];

/** How often a list whose newest rows are on screen looks for newer ones. Hidden tabs do not ask. */
const LIST_POLL_MS = 2_000;

/** One page of the list. The first one follows what happens; later ones lie still while they are read. */
export function emailsQuery(search: EmailsSearch & { limit?: number }) {
  const query = { ...apiFilters(search), cursor: search.cursor, limit: search.limit };
  return queryOptions({
    queryKey: [...EMAILS_KEY, query],
    queryFn: ({ signal }) => api.get<ListEmailsAnswer>(withQuery("/api/emails", query), signal),
    placeholderData: keepPreviousData,
    // A failure that is on screen stays until its reader tries again; it must not flicker between two states.
    refetchInterval: ({ state }) =>
      search.cursor === undefined && state.data !== undefined ? LIST_POLL_MS : false,
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
