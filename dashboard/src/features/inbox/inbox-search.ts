import type { Query } from "../../api.ts";
import { timeFilters, timeOf } from "../../query-times.ts";
import { oneOf, textOf } from "../../search.ts";
import { MESSAGE_VIEWS, type MessageView } from "../emails/message-view.ts";

/** The list's filters and page, the selected message and its view, in the address bar. Times are those of query-times.ts. */
export type InboxSearch = InboxFilters & {
  /** The selected message. */
  id?: string | undefined;
  view?: MessageView | undefined;
  cursor?: string | undefined;
};

export type InboxFilters = {
  /** Part of a recipient's address. */
  to?: string | undefined;
  /** Part of the sender's address or name. */
  from?: string | undefined;
  /** Part of the subject. */
  subject?: string | undefined;
  is?: "unread" | undefined;
  after?: string | undefined;
  before?: string | undefined;
  /** Part of the subject, an address or the body. */
  search?: string | undefined;
};

export function inboxSearch(search: Record<string, unknown>): InboxSearch & { show?: undefined } {
  return {
    // Otherwise the former filter would stay in the address.
    show: undefined,
    ...inboxFilters(search),
    id: textOf(search.id),
    view: oneOf(search.view, MESSAGE_VIEWS),
    cursor: textOf(search.cursor),
  };
}

export function inboxFilters(search: Record<string, unknown>): InboxFilters {
  return {
    to: textOf(search.to),
    from: textOf(search.from),
    subject: textOf(search.subject),
    // Links of 0.1.0 have `show`.
    is: oneOf(search.is ?? search.show, ["unread"]),
    after: timeOf(search.after),
    before: timeOf(search.before),
    search: textOf(search.search),
  };
}

export function hasFilters(search: InboxSearch): boolean {
  return Object.values(inboxFilters(search)).some(Boolean);
}

/** The filters as API parameters. */
export function apiFilters(search: InboxSearch): Query {
  const { is, after, before, ...texts } = inboxFilters(search);
  return { ...texts, unread: is === "unread" ? true : undefined, ...timeFilters({ after, before }) };
}
