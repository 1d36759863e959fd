import { type ReactNode, useState } from "react";
import { cx } from "./cx.ts";
import { ChevronRight } from "./icons.gen.ts";

type FoldProps = {
  title: string;
  /** Beside the title: a short summary of the content. */
  aside?: ReactNode;
  /** Opens the fold when it becomes true, so that an error inside is visible. */
  open?: boolean;
  className?: string;
  children: ReactNode;
};

/** Rarely needed content behind a title. Uses <details>: the browser's page search finds text inside. */
export function Fold({ title, aside, open = false, className, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(open);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setIsOpen(true);
  }
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className={cx("group/fold", className)}
    >
      <summary className="flex w-fit items-center gap-2 rounded-sm py-1 text-[13px] font-medium text-ink-soft select-none hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-faint transition-transform group-open/fold:rotate-90"
        />
        {title}
        {aside ? <span className="font-normal text-ink-faint">{aside}</span> : null}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
