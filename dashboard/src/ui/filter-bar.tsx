import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { X } from "./icons.gen.ts";

type FilterBarProps = {
  /** Filters are active: shows "Clear". */
  isFiltered?: boolean;
  onClear?: () => void;
  /** Acts on every row that matches. */
  action?: ReactNode;
  children: ReactNode;
};

/** The filters above a list: a QueryBox, or any control. */
export function FilterBar({ isFiltered = false, onClear, action, children }: FilterBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {children}
      {isFiltered && onClear ? (
        <Button variant="ghost" className="max-sm:w-full" onClick={onClear}>
          <X aria-hidden="true" />
          Clear
        </Button>
      ) : null}
      {action}
    </div>
  );
}
