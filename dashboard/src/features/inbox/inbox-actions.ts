import { useState } from "react";
import { showToast } from "../../ui/toast.ts";
import { clearInbox, deleteFromInbox, markInbox, restoreInbox, useInboxChange } from "./inbox.ts";

export type InboxActions = {
  mark: (marking: { ids?: string[]; read: boolean }) => void;
  delete: (ids: string[]) => void;
  /** `shown`: the messages on the page. */
  clear: (shown: string[]) => void;
};

/**
 * The changes of the inbox. Deleting and clearing can be undone from their toast. `deleted` are hidden at once: the list keeps its rows
 * while the user reads or aims.
 */
export function useInboxActions(): InboxActions & { deleted: ReadonlySet<string> } {
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const hide = (ids: string[]): void => setDeleted((current) => new Set([...current, ...ids]));
  /** Without ids: all. */
  const showAgain = (ids?: string[]): void =>
    setDeleted((current) => new Set([...current].filter((id) => ids !== undefined && !ids.includes(id))));
  const failed = (title: string) => (error: Error) =>
    showToast({ tone: "bad", title, description: error.message });
  const marking = useInboxChange(markInbox, undefined, failed("Could not mark the emails"));
  const restoring = useInboxChange(
    restoreInbox,
    (_restored, ids) => showAgain(ids),
    failed("Could not restore the emails"),
  );
  const deleting = useInboxChange(
    deleteFromInbox,
    ({ ids }) =>
      showToast({
        title: ids.length > 1 ? `${ids.length} emails deleted from the inbox` : "Deleted from the inbox",
        action: { label: "Undo", onSelect: () => restoring.mutate(ids) },
      }),
    (error, ids) => {
      showAgain(ids);
      failed("Could not delete the emails")(error);
    },
  );
  const clearing = useInboxChange(
    (_shown: string[]) => clearInbox(),
    () =>
      showToast({
        title: "Inbox cleared",
        description: "The emails are still under Emails.",
        action: { label: "Undo", onSelect: () => restoring.mutate(undefined) },
      }),
    (error, shown) => {
      showAgain(shown);
      failed("Could not clear the inbox")(error);
    },
  );
  return {
    mark: (change) => marking.mutate(change),
    delete: (ids) => {
      hide(ids);
      deleting.mutate(ids);
    },
    clear: (shown) => {
      hide(shown);
      clearing.mutate(shown);
    },
    deleted,
  };
}
