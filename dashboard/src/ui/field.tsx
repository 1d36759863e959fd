import { type ReactNode, useId } from "react";
import { CircleAlert } from "./icons.gen.ts";

type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = {
  label: string;
  /** Right of the label: "Optional", a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Renders the control with the props that link it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode;
};

export function Field({ label, aside, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-[13px] font-medium">
          {label}
        </label>
        {aside ? <span className="text-[13px] text-ink-faint">{aside}</span> : null}
      </div>
      {children({
        id,
        "aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <p id={errorId} className="flex items-start gap-1.5 text-[13px] text-bad">
          <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-[13px] text-ink-faint">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
