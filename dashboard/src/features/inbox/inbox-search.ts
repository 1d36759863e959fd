import { oneOf, textOf } from "../../search.ts";
import { MESSAGE_VIEWS, type MessageView } from "../emails/message-view.ts";

/** The selected message and view, in the address bar. */
export type InboxSearch = {
  /** The selected message. */
  id?: string | undefined;
  view?: MessageView | undefined;
  /** Part of the subject, an address or the body. */
  search?: string | undefined;
  show?: "unread" | undefined;
  cursor?: string | undefined;
};

export function inboxSearch(search: Record<string, unknown>): InboxSearch {
  return {
    id: textOf(search.id),
    view: oneOf(search.view, MESSAGE_VIEWS),
    search: textOf(search.search),
    show: oneOf(search.show, ["unread"]),
    cursor: textOf(search.cursor),
  };
}
