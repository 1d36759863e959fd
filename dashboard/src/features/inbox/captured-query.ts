import { emailsQuery } from "../emails/emails.ts";
import type { InboxSearch } from "./inbox-search.ts";

/** A whole address finds its mail, anything else is looked for in the subjects. */
export function capturedQuery({ search, cursor }: InboxSearch) {
  const isAddress = search !== undefined && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(search);
  return emailsQuery({
    status: "captured",
    to: isAddress ? search : undefined,
    search: isAddress ? undefined : search,
    cursor,
  });
}
