import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Reason, Suppression } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showToast } from "../../ui/toast.ts";
import { removeSuppression, SUPPRESSIONS_KEY } from "./suppressions.ts";

const WARNINGS: Record<Reason, string> = {
  hard_bounce: "Mail to it bounced. If it bounces again, it returns to this list.",
  complaint:
    "The recipient reported your mail as spam. Sending to it again without consent hurts your reputation.",
  unsubscribe: "The recipient unsubscribed. Remove it only if they asked you to.",
  manual: "It was added manually.",
};

/** Reasons that also unsubscribe the contact. */
const CONSENT: ReadonlySet<Reason> = new Set(["complaint", "unsubscribe"]);

/** Removes one suppression. */
export function RemoveDialog({ suppression, onClose }: { suppression: Suppression; onClose: () => void }) {
  const { address, reason, unsubscribed_at } = suppression;
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => removeSuppression(address),
    onSuccess: () => {
      onClose();
      showToast({ title: "Suppression removed", description: address });
      return queryClient.invalidateQueries({ queryKey: SUPPRESSIONS_KEY });
    },
  });
  return (
    <ConfirmDialog
      title="Remove suppression?"
      confirmLabel="Remove suppression"
      busy={removing.isPending}
      error={formError(removing.error, [])}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <strong className="font-medium break-words text-ink">{address}</strong> will get your mail again.{" "}
      {WARNINGS[reason]}
      {CONSENT.has(reason) || unsubscribed_at !== null
        ? " A contact that is unsubscribed still gets no bulk mail until it is subscribed again."
        : null}{" "}
      The audit log records the removal.
    </ConfirmDialog>
  );
}
