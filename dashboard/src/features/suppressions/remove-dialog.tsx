import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Reason, Suppression } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showToast } from "../../ui/toast.ts";
import { removeSuppression, SUPPRESSIONS_KEY } from "./suppressions.ts";

const WARNINGS: Record<Reason, string> = {
  hard_bounce: "Mail to it bounced. If it bounces again, it comes back to this list.",
  complaint:
    "Its owner reported your mail as spam. Writing again without being asked harms the name of your domain.",
  unsubscribe: "Its owner does not want your bulk mail. Remove it only if they asked you to.",
  manual: "It was added by hand.",
};

/** Lets mail go to an address again. */
export function RemoveDialog({ suppression, onClose }: { suppression: Suppression; onClose: () => void }) {
  const { address, reason } = suppression;
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => removeSuppression(address),
    onSuccess: () => {
      onClose();
      showToast({ title: "Mail may go there again", description: address });
      return queryClient.invalidateQueries({ queryKey: SUPPRESSIONS_KEY });
    },
  });
  return (
    <ConfirmDialog
      title="Write to this address again?"
      confirmLabel="Remove suppression"
      busy={removing.isPending}
      error={formError(removing.error, [])}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <strong className="font-medium break-words text-ink">{address}</strong> will get your mail again.{" "}
      {WARNINGS[reason]} The audit log keeps that you removed it.
    </ConfirmDialog>
  );
}
