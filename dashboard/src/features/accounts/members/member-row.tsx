import { useState } from "react";
import type { Member } from "../../../api-types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/time.tsx";
import { ROLE_HINTS, ROLE_NAMES } from "./members.ts";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";
import { RoleSelect } from "./role-select.tsx";

type MemberRowProps = {
  member: Member;
  /** Whether the user may change members. */
  isOwner: boolean;
};

export function MemberRow({ member, isOwner }: MemberRowProps) {
  const [isRemoving, setRemoving] = useState(false);
  const { email, name, role, you } = member;
  return (
    <li data-row="" className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 -outline-offset-6">
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
