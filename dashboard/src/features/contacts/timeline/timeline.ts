import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ListContactTimelineResponse } from "../../../api.gen.ts";
import { api, withQuery } from "../../../api.ts";
import { CONTACTS_KEY } from "../contacts.ts";

const PAGE_SIZE = 20;

/** The emails and consent changes of a contact, newest first. Changes of the contact reload it. */
export function timelineQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...CONTACTS_KEY, "timeline", id],
    queryFn: ({ signal, pageParam }) =>
      api.get<ListContactTimelineResponse>(
        withQuery(`/api/contacts/${encodeURIComponent(id)}/timeline`, {
          limit: PAGE_SIZE,
          cursor: pageParam,
        }),
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
}
