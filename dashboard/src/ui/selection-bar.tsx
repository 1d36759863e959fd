import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { X } from "./icons.gen.ts";

type SelectionBarProps = {
  count: number;
  /** Singular: "email". */
  noun: string;
  onClear: () => void;
  /** Buttons. */
  children: ReactNode;
};

/** The actions on the selected rows; it stays at the bottom of the screen while the list scrolls. */
export function SelectionBar({ count, noun, onClear, children }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <section
      aria-label="Selection"
      className="sticky bottom-4 z-20 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-xl border bg-raised p-2 pl-4 shadow-float"
    >
      <span aria-live="polite" className="mr-2 text-[13px] font-medium tabular-nums">
        {count.toLocaleString("en")} {noun}
        {count === 1 ? "" : "s"} selected
      </span>
      {children}
      <Button variant="ghost" size="sm" aria-label="Clear selection" onClick={onClear}>
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}
