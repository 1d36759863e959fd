import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Member } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { forgetAllButAuth, renewAccount } from "../session.ts";
import { membersQuery, removeMember } from "./members.ts";

/** Removes a member, or lets the user leave. */
export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, email, you } = member;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: () => removeMember(id),
    onSuccess: async () => {
      onClose();
      showToast({ title: you ? "You left the account" : `${email} was removed` });
      if (!you) return await queryClient.invalidateQueries(membersQuery);
      await renewAccount(queryClient);
      await navigate({ to: "/signin", search: {} });
      forgetAllButAuth(queryClient);
    },
  });
  return (
    <ConfirmDialog
      title={you ? "Leave this account?" : `Remove ${email}?`}
      confirmLabel={you ? "Leave account" : "Remove member"}
      busy={removing.isPending}
      error={formError(removing.error, [])}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      {you ? "You are signed out of it" : "They are signed out of the account"} at once. API keys keep
      working; revoke those that are no longer trusted.
    </ConfirmDialog>
  );
}
