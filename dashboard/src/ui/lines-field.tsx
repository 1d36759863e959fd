import { Field } from "./field.tsx";
import { Textarea } from "./input.tsx";

type LinesFieldProps = {
  label: string;
  hint: string;
  error: string | undefined;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
};

/** An optional list of technical values, one per line. It grows with them. */
export function LinesField({ label, hint, error, placeholder, value, onChange }: LinesFieldProps) {
  return (
    <Field label={label} aside="Optional" hint={hint} error={error}>
      {(control) => (
        <Textarea
          {...control}
          rows={1}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          className="field-sizing-content max-h-40 min-h-9 resize-none py-[7px] font-mono leading-5 sm:text-[13px]"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
