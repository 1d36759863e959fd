import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { momentOf, utcText, zoneName } from "../../emails/compose/local-time.ts";
import { EXPIRIES, type Expiry, expiresAtOf } from "./expiry.ts";

type ExpiryFieldProps = {
  expiry: Expiry;
  /** In the user's time zone: 2026-11-21T08:30. */
  date: string;
  error: string | undefined;
  onChange: (part: { expiry?: Expiry; expiresAt?: string }) => void;
};

const dayText = new Intl.DateTimeFormat("en", { dateStyle: "long" });

export function ExpiryField({ expiry, date, error, onChange }: ExpiryFieldProps) {
  const isDate = expiry === "date";
  const end = isDate ? null : expiresAtOf(expiry, date, new Date());
  const chosen = momentOf(date);
  return (
    <div className="grid gap-3">
      <Field
        label="Expires"
        hint={
          isDate ? undefined : end ? `Until ${dayText.format(new Date(end))}.` : "The key does not expire."
        }
        error={isDate ? undefined : error}
      >
        {(control) => (
          <Select
            {...control}
            className="w-fit"
            value={expiry}
            onChange={(event) => onChange({ expiry: event.target.value as Expiry })}
          >
            {EXPIRIES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isDate ? (
        <Field
          label="Expiry date"
          hint={chosen === null ? `${zoneName()} time.` : utcText(chosen)}
          error={error}
        >
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={date}
              onChange={(event) => onChange({ expiresAt: event.target.value })}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
