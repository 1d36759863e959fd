import { showToast } from "../../ui/toast.ts";
import { clearInbox, deleteFromInbox, markInbox, restoreInbox, useInboxChange } from "./inbox.ts";

export type InboxActions = {
  mark: (marking: { ids?: string[]; read: boolean }) => void;
  delete: (ids: string[]) => void;
  clear: () => void;
};

/** The changes of the inbox. Deleting and clearing can be undone from their toast. */
export function useInboxActions(): InboxActions {
  const failed = (title: string) => (error: Error) =>
    showToast({ tone: "bad", title, description: error.message });
  const marking = useInboxChange(markInbox);
  const restoring = useInboxChange(restoreInbox);
  const restore = (ids?: string[]): void =>
    restoring.mutate(ids, { onError: failed("Could not restore the emails") });
  const deleting = useInboxChange(deleteFromInbox, ({ ids }) =>
    showToast({
      title: ids.length > 1 ? `${ids.length} emails deleted from the inbox` : "Deleted from the inbox",
      action: { label: "Undo", onSelect: () => restore(ids) },
    }),
  );
  const clearing = useInboxChange(clearInbox, () =>
    showToast({
      title: "Inbox cleared",
      description: "The emails are still under Emails.",
      action: { label: "Undo", onSelect: () => restore() },
    }),
  );
  return {
    mark: (change) => marking.mutate(change, { onError: failed("Could not mark the emails") }),
    delete: (ids) => deleting.mutate(ids, { onError: failed("Could not delete the emails") }),
    clear: () => clearing.mutate(undefined, { onError: failed("Could not clear the inbox") }),
  };
}
