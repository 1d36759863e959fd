import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type EventRetentionFieldProps = {
  days: string;
  onChange: (days: string) => void;
  error: string | undefined;
};

export function EventRetentionField({ days, onChange, error }: EventRetentionFieldProps) {
  return (
    <Field
      label="Event retention (days)"
      aside="Optional"
      hint="Events are deleted after this many days: timelines of emails, opens and clicks, and events of the account. Emails, suppressions and the figures in Insights are kept. Leave it empty to keep events as long as the account exists."
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          className="max-w-28"
          autoComplete="off"
          inputMode="numeric"
          maxLength={4}
          placeholder="Kept"
          value={days}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
