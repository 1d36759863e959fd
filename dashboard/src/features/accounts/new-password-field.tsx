import { useState } from "react";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/field.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { type PasswordStrength, passwordStrength } from "./password-strength.ts";

type NewPasswordFieldProps = {
  name: string;
  label: string;
  error?: string | undefined;
  /** Words an attacker tries first: the user's address and name. */
  known?: string[];
};

const RULE = "At least 6 characters.";

/** A new password with a strength meter. */
export function NewPasswordField({ name, label, error, known }: NewPasswordFieldProps) {
  const [password, setPassword] = useState("");
  return (
    <div className="grid gap-2">
      <Field label={label} hint={password === "" ? RULE : undefined} error={error}>
        {(control) => (
          <PasswordInput
            {...control}
            name={name}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {password === "" ? null : <StrengthMeter strength={passwordStrength(password, known)} />}
    </div>
  );
}

const STEPS = [0, 1, 2, 3, 4] as const;
const COLORS = ["bg-bad", "bg-bad", "bg-warn", "bg-good", "bg-good"] as const;

function StrengthMeter({ strength }: { strength: PasswordStrength }) {
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="flex gap-1">
        {STEPS.map((step) => (
          <span
            key={step}
            className={cx(
              "h-1 flex-1 rounded-full transition-colors",
              step <= strength.score ? COLORS[strength.score] : "bg-hover",
            )}
          />
        ))}
      </div>
      <p role="status" className="text-[13px] text-ink-soft">
        <span className="font-medium text-ink">{strength.label}.</span> {strength.advice}
      </p>
    </div>
  );
}
