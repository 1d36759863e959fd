import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { SearchX } from "./icons.gen.ts";

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
      icon={SearchX}
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
