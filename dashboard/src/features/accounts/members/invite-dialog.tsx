import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NewInvitation, Role } from "../../../api-types.ts";
import { fieldError, formError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { settingsQuery } from "../settings.ts";
import { invite, membersQuery, ROLE_HINTS, ROLE_NAMES, ROLES } from "./members.ts";

type InviteDialogProps = { onInvited: (invitation: NewInvitation) => void; onClose: () => void };

export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const isOperator = useQuery(settingsQuery).data?.operator ?? false;
  const inviting = useMutation({
    mutationFn: invite,
    onSuccess: (invitation) => {
      onInvited(invitation);
      return queryClient.invalidateQueries(membersQuery);
    },
  });
  const errorText = formError(inviting.error, ["email"]);
  return (
    <FormDialog
      title="Invite a person"
      canClose={!inviting.isPending}
      error={inviting.error}
      errorText={errorText}
      action="Create invitation"
      disabled={email.trim() === ""}
      busy={inviting.isPending}
      onSubmit={() => inviting.mutate({ email: email.trim(), role })}
      onClose={onClose}
    >
      <Field label="Email" error={fieldError(inviting.error, "email")}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Role" hint={ROLE_HINTS[role]}>
        {(control) => (
          <Select {...control} value={role} onChange={({ target }) => setRole(target.value as Role)}>
            {ROLES.map((each) => (
              <option key={each} value={each}>
                {ROLE_NAMES[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isOperator ? (
        <p className="text-ink-soft">
          On a self-hosted instance, all members of its first account are operators.
        </p>
      ) : null}
    </FormDialog>
  );
}
