import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Invitation, NewInvitation } from "../../../api-types.ts";
import { Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/time.tsx";
import { showToast } from "../../../ui/toast.ts";
import { membersQuery, ROLE_NAMES, renewLink, revokeInvitation } from "./members.ts";

type InvitationRowProps = {
  invitation: Invitation;
  isOwner: boolean;
  onLink: (invitation: NewInvitation) => void;
};

export function InvitationRow({ invitation, isOwner, onLink }: InvitationRowProps) {
  const { id, email, role } = invitation;
  const queryClient = useQueryClient();
  const onError = (error: Error) =>
    showToast({ tone: "bad", title: "Could not change the invitation", description: error.message });
  const onSettled = () => queryClient.invalidateQueries(membersQuery);
  const renewing = useMutation({ mutationFn: () => renewLink(id), onSuccess: onLink, onError, onSettled });
  const revoking = useMutation({
    mutationFn: () => revokeInvitation(id),
    onSuccess: () => showToast({ title: "Invitation revoked", description: email }),
    ...{ onError, onSettled },
  });
  return (
    <li data-row="" className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 -outline-offset-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p className="mt-0.5 text-[13px] text-ink-soft">
          {ROLE_NAMES[role]} · invited <Time value={invitation.created_at} /> · expires{" "}
          <Time value={invitation.expires_at} />
        </p>
      </div>
      {isOwner ? (
        <>
          <Button
            size="sm"
            busy={renewing.isPending}
            aria-label={`New link for ${email}`}
            onClick={() => renewing.mutate()}
          >
            New link
          </Button>
          <Button
            size="sm"
            busy={revoking.isPending}
            aria-label={`Revoke the invitation of ${email}`}
            onClick={() => revoking.mutate()}
          >
            Revoke
          </Button>
        </>
      ) : null}
    </li>
  );
}
