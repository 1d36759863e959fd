import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Magnifier } from "./drawings/magnifier.ts";
import { EmptyState } from "./empty-state.tsx";

type NoMatchProps = {
  title: string;
  /** Suggests another filter. */
  children: ReactNode;
  /** Shown before "Clear filters". */
  actions?: ReactNode;
  onClear: () => void;
};

/** The empty state of a list with active filters. */
export function NoMatch({ title, children, actions, onClear }: NoMatchProps) {
  return (
    <EmptyState
      drawing={Magnifier}
      title={title}
      action={
        <>
          {actions}
          <Button onClick={onClear}>Clear filters</Button>
        </>
      }
    >
      {children}
    </EmptyState>
  );
}
