import type { ReactNode } from "react";
import type { Icon } from "./icon.tsx";

type EmptyStateProps = {
  icon: Icon;
  title: string;
  /** "h1" if nothing else is on the page. */
  heading?: "h1" | "h2";
  /** Says what to do. */
  children?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({
  icon: Icon,
  title,
  heading: Heading = "h2",
  children,
  action,
}: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <span className="grid size-11 place-items-center rounded-xl border bg-surface text-ink-faint shadow-control">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <Heading className="mt-4 text-[15px] font-semibold">{title}</Heading>
      {children ? <div className="mt-1.5 max-w-md text-ink-soft">{children}</div> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
