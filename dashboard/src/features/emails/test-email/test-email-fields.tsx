import { fieldError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import type { TestEmailForm } from "./use-test-email.ts";

export const TEST_EMAIL_FIELDS = ["from", "to"];

export function TestEmailFields({ form: { from, setFrom, to, setTo, sending } }: { form: TestEmailForm }) {
  return (
    <>
      <Field label="From" error={fieldError(sending.error, "from")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            placeholder="hello@example.com"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label="To" error={fieldError(sending.error, "to")}>
        {(control) => (
          <Input {...control} type="email" value={to} onChange={(event) => setTo(event.target.value)} />
        )}
      </Field>
    </>
  );
}
