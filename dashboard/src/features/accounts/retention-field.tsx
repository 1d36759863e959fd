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
      label="Days to keep contents"
      hint="Bodies and attachments are removed so many days after they were last needed, and four more for retries. Who it went to and what became of it stays."
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
