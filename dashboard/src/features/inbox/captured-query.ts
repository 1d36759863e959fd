import { emailsQuery } from "../emails/emails.ts";
import type { InboxSearch } from "./inbox-search.ts";

/** A full address searches recipients; any other text searches subjects. */
export function capturedQuery({ search, cursor }: InboxSearch) {
  const isAddress = search !== undefined && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(search);
  return emailsQuery({
    status: "captured",
    to: isAddress ? search : undefined,
    search: isAddress ? undefined : search,
    cursor,
  });
}
