import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { ArrowLeft } from "./icons.gen.ts";

function BackAnchor({ className, children, ...rest }: ComponentProps<"a">) {
  return (
    <a
      className={cx(
        "inline-flex items-center gap-1.5 rounded-sm text-[13px] font-medium text-ink-soft hover:text-ink",
        className,
      )}
      {...rest}
    >
      <ArrowLeft aria-hidden="true" className="size-3.5" />
      {children}
    </a>
  );
}

/** Links to the list that contains this page's item. */
export const BackLink = createLink(BackAnchor);
