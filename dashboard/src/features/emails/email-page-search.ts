import { oneOf, textOf } from "../../search.ts";
import { MESSAGE_VIEWS, type MessageView } from "./message-view.ts";

/** The view of the message and of the timeline, in the address bar. */
export type EmailPageSearch = {
  view?: MessageView | undefined;
  /** The position of the only recipient in the timeline. */
  recipient?: string | undefined;
  /** Opens and clicks of programs are shown. */
  machines?: "on" | undefined;
};

export function emailPageSearch(search: Record<string, unknown>): EmailPageSearch {
  return {
    view: oneOf(search.view, MESSAGE_VIEWS),
    recipient: /^\d{1,4}$/.test(textOf(search.recipient) ?? "") ? textOf(search.recipient) : undefined,
    machines: oneOf(search.machines, ["on"]),
  };
}
