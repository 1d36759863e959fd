import type { Reason } from "../../api-types.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { REASON_NAMES, REASONS } from "./suppression.ts";

type ReasonSelectProps = {
  label: string;
  value: Reason;
  onChange: (value: string) => void;
};

export function ReasonSelect({ label, value, onChange }: ReasonSelectProps) {
  return (
    <Field label={label} hint={value === "unsubscribe" ? "Blocks bulk mail." : "Blocks all mail."}>
      {(control) => (
        <Select
          {...control}
          className="w-full"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REASON_NAMES[reason]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
