import { useEffect, useRef } from "react";
import { Check, Minus } from "./icons.gen.ts";

type SelectCellProps = {
  label: string;
  checked: boolean;
  /** Only some rows are selected. */
  isMixed?: boolean;
  onToggle: (isRange: boolean) => void;
};

/** A checkbox that selects a row, as `x` does. It lies above the row's link, and its target is 40 px wide. */
export function SelectCell({ label, checked, isMixed = false, onToggle }: SelectCellProps) {
  const field = useRef<HTMLInputElement>(null);
  /** Whether Shift is held during a click. The change event that follows has no modifier keys. */
  const withShift = useRef(false);
  useEffect(() => {
    if (field.current) field.current.indeterminate = isMixed;
  }, [isMixed]);
  const Sign = isMixed ? Minus : Check;
  return (
    <label className="relative z-10 -my-1.5 -mr-3 -ml-2 grid h-9 w-10 place-items-center select-none">
      <input
        ref={field}
        type="checkbox"
        data-select=""
        aria-label={label}
        checked={checked}
        className="peer size-4 appearance-none rounded border border-line-control bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
        onClick={({ shiftKey }) => {
          withShift.current = shiftKey;
        }}
        onChange={() => onToggle(withShift.current)}
      />
      <Sign
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute size-3 text-white opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
      />
    </label>
  );
}
