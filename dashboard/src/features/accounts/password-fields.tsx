import { ApiError } from "../../api.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { textFrom } from "../../form-values.ts";
import { Alert } from "../../ui/alert.tsx";
import { Field } from "../../ui/field.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

type PasswordFieldsProps = {
  error: Error | null;
  known: string[];
};

export function passwordsFrom(form: HTMLFormElement): { current_password: string; new_password: string } {
  const values = new FormData(form);
  return {
    current_password: textFrom(values, "current_password"),
    new_password: textFrom(values, "new_password"),
  };
}

/** The current password and the one that replaces it. */
export function PasswordFields({ error, known }: PasswordFieldsProps) {
  const isWrong = error instanceof ApiError && error.code === "invalid_credentials";
  const errorText = isWrong ? undefined : formError(error, ["current_password", "new_password"]);
  const currentError = isWrong ? "Incorrect password." : fieldError(error, "current_password");
  return (
    <>
      {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
      {/* Names the account for password managers. */}
      <input type="text" autoComplete="username" value={known[0] ?? ""} readOnly hidden />
      <Field label="Current password" error={currentError}>
        {(control) => <PasswordInput {...control} name="current_password" autoComplete="current-password" />}
      </Field>
      <NewPasswordField
        name="new_password"
        label="New password"
        known={known}
        error={fieldError(error, "new_password")}
      />
    </>
  );
}
