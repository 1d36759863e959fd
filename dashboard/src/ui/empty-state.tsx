import type { ReactNode } from "react";
import type { Drawing } from "./drawings/draw.tsx";

type EmptyStateProps = {
  /** Stands for the kind of page; one of `drawings/`. */
  drawing: Drawing;
  title: string;
  /** "h1" if nothing else is on the page. */
  heading?: "h1" | "h2";
  /** Says what to do. */
  children?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({
  drawing: Picture,
  title,
  heading: Heading = "h2",
  children,
  action,
}: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <Picture />
      <Heading className="mt-4 text-[15px] font-semibold">{title}</Heading>
      {children ? <div className="mt-1.5 max-w-md text-ink-soft">{children}</div> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
