import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListContactsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import type { Contact, ContactInput } from "../../api-types.ts";

type ContactFilters = {
  search?: string | undefined;
  subscribed?: "true" | "false" | undefined;
  cursor?: string | undefined;
};

// Two screens: fewer rows need more paging; with more, search is faster than scrolling.
const PAGE_SIZE = 25;

/** The prefix of every contact query's key; changes invalidate it. */
export const CONTACTS_KEY = ["contacts"];

export function contactsQuery(filters: ContactFilters) {
  return queryOptions({
    queryKey: [...CONTACTS_KEY, "list", filters],
    queryFn: ({ signal }) =>
      api.get<ListContactsResponse>(withQuery("/api/contacts", { limit: PAGE_SIZE, ...filters }), signal),
    placeholderData: keepPreviousData,
  });
}

export function contactQuery(id: string) {
  return queryOptions({
    queryKey: [...CONTACTS_KEY, "one", id],
    queryFn: ({ signal }) => api.get<Contact>(`/api/contacts/${encodeURIComponent(id)}`, signal),
  });
}

export function createContact(contact: ContactInput): Promise<Contact> {
  return api.post("/api/contacts", contact);
}

export function changeContact(id: string, contact: Partial<ContactInput>): Promise<Contact> {
  return api.patch(`/api/contacts/${encodeURIComponent(id)}`, contact);
}

export function deleteContact(id: string): Promise<void> {
  return api.delete(`/api/contacts/${encodeURIComponent(id)}`);
}
