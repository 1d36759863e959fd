import { oneOf, textOf } from "../../search.ts";

/** The scope of the queue, and what each row represents. */
export const VIEWS = ["own", "destinations", "accounts"] as const;
export type View = (typeof VIEWS)[number];

/** The queue's view, filters and page, in the address bar. */
export type QueueSearch = QueueFilters &
  UncertainSearch & {
    view?: View | undefined;
    cursor?: string | undefined;
  };

export type QueueFilters = {
  /** Part of the name of a domain or a mailbox provider. */
  search?: string | undefined;
  /** One or several, separated by commas. The API refuses unknown ones. */
  state?: string | undefined;
};

/** The list of uncertain recipients has its own domain and page. */
export type UncertainSearch = {
  uncertain_domain?: string | undefined;
  uncertain_cursor?: string | undefined;
};

export function queueSearch(search: Record<string, unknown>): QueueSearch {
  return {
    view: oneOf(search.view, VIEWS),
    ...queueFilters(search),
    cursor: textOf(search.cursor),
    uncertain_domain: textOf(search.uncertain_domain),
    uncertain_cursor: textOf(search.uncertain_cursor),
  };
}

export function queueFilters(search: Record<string, unknown>): QueueFilters {
  return { search: textOf(search.search), state: textOf(search.state) };
}
