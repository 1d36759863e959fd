import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  CountUnreadResponse,
  DeleteFromInboxResponse,
  ListInboxResponse,
  ReleaseEmailResponse,
} from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import { pollEvery } from "../../poll.ts";
import { apiFilters, type InboxSearch, inboxFilters } from "./inbox-search.ts";

export type InboxEmail = ListInboxResponse["emails"][number];

const INBOX_KEY = ["inbox"];
const POLL_MS = 2_000;
/** A search reads the bodies of 500 emails. */
const SEARCH_POLL_MS = 10_000;
/** The badge is on every page: polling more often costs requests, less often shows an old number. */
const UNREAD_POLL_MS = 5_000;

/** One page of the inbox. Only the first page updates live. */
export function inboxQuery(search: InboxSearch) {
  const { cursor, is: _, ...filters } = { ...inboxFilters(search), cursor: search.cursor };
  const isSearch = Object.values(filters).some(Boolean);
  const query = { ...apiFilters(search), cursor };
  return queryOptions({
    queryKey: [...INBOX_KEY, query],
    queryFn: ({ signal }) => api.get<ListInboxResponse>(withQuery("/api/inbox", query), signal),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined && pollEvery(isSearch ? SEARCH_POLL_MS : POLL_MS),
  });
}

export const unreadQuery = queryOptions({
  queryKey: [...INBOX_KEY, "unread"],
  queryFn: ({ signal }) => api.get<CountUnreadResponse>("/api/inbox/unread", signal),
  refetchInterval: pollEvery(UNREAD_POLL_MS),
});

/** Without ids: all emails. */
export function markInbox({ ids, read }: { ids?: string[]; read: boolean }): Promise<CountUnreadResponse> {
  return api.post("/api/inbox/mark", { ...(ids && { ids }), read });
}

export function deleteFromInbox(ids: string[]): Promise<DeleteFromInboxResponse> {
  return api.post("/api/inbox/delete", { ids });
}

export function clearInbox(): Promise<void> {
  return api.post("/api/inbox/clear", undefined);
}

/** Without ids: what the last clearing removed. */
export function restoreInbox(ids?: string[]): Promise<DeleteFromInboxResponse> {
  return api.post("/api/inbox/restore", ids === undefined ? {} : { ids });
}

/** The dialog has one idempotency key for each list of addresses, so a second press sends nothing. */
export function releaseEmail(
  id: string,
  to: string[],
  idempotencyKey: string,
): Promise<ReleaseEmailResponse> {
  const headers = { "idempotency-key": idempotencyKey };
  return api.post(`/api/inbox/${encodeURIComponent(id)}/release`, { to }, { headers });
}

/** Changes the inbox and reloads it, also after a failure. */
export function useInboxChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone?: (output: Output, input: Input) => void,
  onFailed?: (error: Error, input: Input) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    ...(onDone && { onSuccess: onDone }),
    // Not in `mutate()`, which calls it for the latest change only, and not after the page is left.
    ...(onFailed && { onError: onFailed }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: INBOX_KEY }),
  });
}
