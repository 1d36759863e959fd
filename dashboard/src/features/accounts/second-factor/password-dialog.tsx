import type { ReactNode } from "react";
import { ApiError } from "../../../api.ts";
import { fieldError, formError } from "../../../form-errors.ts";
import { textFrom } from "../../../form-values.ts";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";

type PasswordDialogProps = {
  title: string;
  /** Says what happens. */
  children: ReactNode;
  confirmLabel: string;
  tone?: "danger" | "primary";
  email: string;
  busy: boolean;
  error: Error | null;
  onConfirm: (password: string) => void;
  onClose: () => void;
};

/** Asks for the password before a change to how the user signs in. Does not close while the request runs: its response may be shown only once. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, confirmLabel, tone = "primary", email, busy, error, onConfirm, onClose } = props;
  const isWrong = error instanceof ApiError && error.code === "invalid_credentials";
  const errorText = isWrong ? undefined : formError(error, ["current_password"]);
  return (
    <FormDialog
      title={title}
      canClose={!busy}
      error={error}
      errorText={errorText}
      action={confirmLabel}
      tone={tone}
      busy={busy}
      onSubmit={(event) => onConfirm(textFrom(new FormData(event.currentTarget), "current_password"))}
      onClose={onClose}
    >
      <p className="text-ink-soft">{children}</p>
      {/* Names the account for password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Your password"
        error={isWrong ? "Incorrect password." : fieldError(error, "current_password")}
      >
        {(control) => (
          <PasswordInput {...control} name="current_password" autoComplete="current-password" required />
        )}
      </Field>
    </FormDialog>
  );
}
