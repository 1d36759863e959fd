import { useId } from "react";
import { cx } from "./cx.ts";
import type { Icon } from "./icon.tsx";

type SegmentedProps<T extends string> = {
  /** Names the choice: "Width". */
  label: string;
  options: { value: T; label: string; icon: Icon }[];
  value: T;
  onChange: (value: T) => void;
  /** Shows icons only; the labels are read aloud and appear on hover. */
  isCompact?: boolean;
  className?: string;
};

/** A choice of two or three views. Radio buttons underneath, so arrow keys work. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  isCompact = false,
  className,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className={cx("inline-flex shrink-0 rounded-lg bg-hover p-0.5", className)}>
      <legend className="sr-only">{label}</legend>
      {options.map(({ value: own, label: text, icon: Icon }) => (
        <label
          key={own}
          title={isCompact ? text : undefined}
          className="inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-md px-2.5 text-[13px] font-medium text-ink-soft has-checked:bg-surface has-checked:text-ink has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
        >
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            onChange={() => onChange(own)}
            className="sr-only"
          />
          <Icon aria-hidden="true" className="size-3.5" />
          <span className={isCompact ? "sr-only" : ""}>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
