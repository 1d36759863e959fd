import { oneOf, textOf } from "../../search.ts";
import { MESSAGE_VIEWS, type MessageView } from "../emails/message-view.ts";

/** What the reader looks at, as it stands in the address bar. */
export type InboxSearch = {
  /** The message that is being read. */
  id?: string | undefined;
  view?: MessageView | undefined;
  /** A part of the subject, or a recipient's whole address. */
  search?: string | undefined;
  cursor?: string | undefined;
};

export function inboxSearch(search: Record<string, unknown>): InboxSearch {
  return {
    id: textOf(search.id),
    view: oneOf(search.view, MESSAGE_VIEWS),
    search: textOf(search.search),
    cursor: textOf(search.cursor),
  };
}
