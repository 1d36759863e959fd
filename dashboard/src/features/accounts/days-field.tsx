import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

export type DaysFieldProps = {
  days: string;
  onChange: (days: string) => void;
  error: string | undefined;
};

type Texts = { label: string; hint: string; aside?: string; placeholder?: string };

/** A field for a number of days, up to four digits. */
export function DaysField({ days, onChange, placeholder, ...field }: DaysFieldProps & Texts) {
  return (
    <Field {...field}>
      {(control) => (
        <Input
          {...control}
          className="max-w-28"
          autoComplete="off"
          inputMode="numeric"
          maxLength={4}
          placeholder={placeholder}
          value={days}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
