import { type ReactNode, useId } from "react";

type RadioGroupProps<T extends string> = {
  legend: string;
  options: { value: T; label: string; hint?: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
};

/** A choice of a few options, all visible. */
export function RadioGroup<T extends string>({ legend, options, value, onChange }: RadioGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-[13px] font-medium">{legend}</legend>
      {options.map(({ value: own, label, hint }) => (
        <label key={own} className="flex items-start gap-2.5">
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            onChange={() => onChange(own)}
            className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-line-control bg-surface checked:border-[5px] checked:border-accent"
          />
          <span className="grid min-w-0 gap-0.5">
            <span className="text-sm">{label}</span>
            {hint ? <span className="text-[13px] break-words text-ink-faint">{hint}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
