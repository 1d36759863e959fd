import { ApiError } from "../../../api.ts";
import { fieldError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { CodeInput } from "./code-input.tsx";

/** Whether the password was right, and the user also has a second factor. */
export function isCodeMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "code_required";
}

/** Asks for the second factor, after the password. */
export function CodeField({ error }: { error: Error | null }) {
  return (
    <Field
      label="Code"
      hint="Enter the code from your authenticator app, or a recovery code."
      error={fieldError(error, "code")}
    >
      {(control) => <CodeInput {...control} takesFocus />}
    </Field>
  );
}
