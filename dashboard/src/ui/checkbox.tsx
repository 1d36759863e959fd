import type { ComponentProps, ReactNode } from "react";
import { Check } from "./icons.gen.ts";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  label: string;
  hint?: ReactNode;
};

export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  return (
    <label className="flex items-start gap-2.5">
      <span className="relative mt-0.5 grid size-4 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="peer size-4 appearance-none rounded border border-line-control bg-surface checked:border-accent checked:bg-accent"
          {...rest}
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute size-3 text-white opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className="grid gap-0.5">
        <span className="text-sm">{label}</span>
        {hint ? <span className="text-[13px] text-ink-faint">{hint}</span> : null}
      </span>
    </label>
  );
}
