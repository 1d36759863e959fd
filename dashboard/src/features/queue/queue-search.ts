import { oneOf, textOf } from "../../search.ts";
import { VIEWS, type View } from "./queue.ts";

/** The queue's view, filter and page, in the address bar. */
export type QueueSearch = {
  view?: View | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
};

export function queueSearch(search: Record<string, unknown>): QueueSearch {
  return {
    view: oneOf(search.view, VIEWS),
    search: textOf(search.search),
    cursor: textOf(search.cursor),
  };
}
