import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListContactPropertiesResponse, ListContactsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import type { Contact, ContactInput } from "../../api-types.ts";
import { apiFilters, type ContactsSearch } from "./contacts-search.ts";

// Rows of a page, about two screens. Fewer rows need more paging; with more, searching is faster than scrolling.
const PAGE_SIZE = 25;

/** The prefix of every contact query's key; changes invalidate it. */
export const CONTACTS_KEY = ["contacts"];

export function contactsQuery(search: ContactsSearch) {
  const query = { ...apiFilters(search), include: "total", cursor: search.cursor, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...CONTACTS_KEY, "list", query],
    queryFn: ({ signal }) => api.get<ListContactsResponse>(withQuery("/api/contacts", query), signal),
    placeholderData: keepPreviousData,
  });
}

export function exportPath(search: ContactsSearch): string {
  return withQuery("/api/contacts/export", apiFilters(search));
}

export function contactQuery(id: string) {
  return queryOptions({
    queryKey: [...CONTACTS_KEY, "one", id],
    queryFn: ({ signal }) => api.get<Contact>(`/api/contacts/${encodeURIComponent(id)}`, signal),
  });
}

/** The properties that contacts have, the most used first. */
export const propertiesQuery = queryOptions({
  queryKey: [...CONTACTS_KEY, "properties"],
  queryFn: ({ signal }) => api.get<ListContactPropertiesResponse>("/api/contacts/properties", signal),
});

export function createContact(contact: ContactInput): Promise<Contact> {
  return api.post("/api/contacts", contact);
}

export function changeContact(id: string, contact: Partial<ContactInput>): Promise<Contact> {
  return api.patch(`/api/contacts/${encodeURIComponent(id)}`, contact);
}

/** Restores a deleted contact, as a new contact with the same data. */
export function restoreContact({ email, name, subscribed, tracked, properties }: Contact): Promise<Contact> {
  return createContact({ email, name, subscribed, tracked, properties });
}

export function deleteContact(id: string): Promise<void> {
  return api.delete(`/api/contacts/${encodeURIComponent(id)}`);
}
