import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Member, Role } from "../../../api-types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { Time } from "../../../ui/time.tsx";
import { showToast } from "../../../ui/toast.ts";
import { settingsQuery } from "../settings.ts";
import { changeRole, membersQuery, ROLE_HINTS, ROLE_NAMES, ROLES } from "./members.ts";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";

type MemberRowProps = {
  member: Member;
  /** Whether the user may change members. */
  isOwner: boolean;
};

export function MemberRow({ member, isOwner }: MemberRowProps) {
  const [isRemoving, setRemoving] = useState(false);
  const { email, name, role, you } = member;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          {name ?? email}
          {you ? <Badge tone="good">You</Badge> : null}
        </p>
        <p className="mt-0.5 text-[13px] wrap-anywhere text-ink-soft">
          {name ? `${email} · ` : null}joined <Time value={member.joined_at} />
          {member.last_seen_at === null || you ? null : (
            <>
              {" "}
              · last seen <Time value={member.last_seen_at} />
            </>
          )}
        </p>
      </div>
      {isOwner ? (
        <RoleSelect member={member} />
      ) : (
        <span title={ROLE_HINTS[role]} className="text-ink-soft">
          {ROLE_NAMES[role]}
        </span>
      )}
      {isOwner || you ? (
        <Button
          size="sm"
          aria-label={you ? "Leave the account" : `Remove ${email}`}
          onClick={() => setRemoving(true)}
        >
          {you ? "Leave" : "Remove"}
        </Button>
      ) : null}
      {isRemoving ? <RemoveMemberDialog member={member} onClose={() => setRemoving(false)} /> : null}
    </li>
  );
}

function RoleSelect({ member: { id, email, role, you } }: { member: Member }) {
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: (next: Role) => changeRole(id, next),
    onSuccess: (_, next) => showToast({ title: `${email} is now ${NOUNS[next]}` }),
    onError: (error) =>
      showToast({ tone: "bad", title: "Could not change the role", description: error.message }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(membersQuery),
        you ? queryClient.invalidateQueries(settingsQuery) : null,
      ]),
  });
  return (
    <Select
      aria-label={`Role of ${email}`}
      title={ROLE_HINTS[role]}
      value={changing.isPending ? changing.variables : role}
      disabled={changing.isPending}
      onChange={({ target }) => changing.mutate(target.value as Role)}
    >
      {ROLES.map((each) => (
        <option key={each} value={each}>
          {ROLE_NAMES[each]}
        </option>
      ))}
    </Select>
  );
}

const NOUNS: Record<Role, string> = { owner: "an owner", member: "a member", viewer: "a viewer" };
