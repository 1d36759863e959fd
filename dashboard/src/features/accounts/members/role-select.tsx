import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Member, Role } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { settingsQuery } from "../settings.ts";
import { changeRole, membersQuery, ROLE_HINTS, ROLE_NAMES, ROLES } from "./members.ts";

const NOUNS: Record<Role, string> = { owner: "an owner", member: "a member", viewer: "a viewer" };

/** Changes a role after confirmation, because an arrow key is enough to change the value of a select. */
export function RoleSelect({ member: { id, email, role, you } }: { member: Member }) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Role | null>(null);
  const changing = useMutation({
    mutationFn: (next: Role) => changeRole(id, next),
    onSuccess: (_, next) => {
      setChosen(null);
      showToast({ title: `${you ? "You are" : `${email} is`} now ${NOUNS[next]}` });
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(membersQuery),
        you ? queryClient.invalidateQueries(settingsQuery) : null,
      ]),
  });
  return (
    <>
      <Select
        aria-label={`Role of ${email}`}
        title={ROLE_HINTS[role]}
        value={chosen ?? (changing.isPending ? changing.variables : role)}
        onChange={({ target }) => {
          changing.reset();
          setChosen(target.value as Role);
        }}
      >
        {ROLES.map((each) => (
          <option key={each} value={each}>
            {ROLE_NAMES[each]}
          </option>
        ))}
      </Select>
      {chosen ? (
        <ConfirmDialog
          title={you ? `Become ${NOUNS[chosen]}?` : `Make ${email} ${NOUNS[chosen]}?`}
          confirmLabel="Change role"
          tone={you ? "danger" : "primary"}
          busy={changing.isPending}
          error={formError(changing.error, [])}
          onConfirm={() => changing.mutate(chosen)}
          onClose={() => setChosen(null)}
        >
          {you ? "You" : "They"} {ROLE_HINTS[chosen].replace("Can", "can")}
          {role === "owner" ? ` Invitations that ${you ? "you" : "they"} created are revoked.` : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
