import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type RetentionFieldProps = {
  days: string;
  onChange: (days: string) => void;
  error: string | undefined;
};

export function RetentionField({ days, onChange, error }: RetentionFieldProps) {
  return (
    <Field
      label="Content retention (days)"
      hint="Message bodies and attachments are deleted after this many days. Recipients and events are kept."
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          className="max-w-28"
          autoComplete="off"
          inputMode="numeric"
          maxLength={4}
          value={days}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
