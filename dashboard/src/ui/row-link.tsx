import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/** Makes the target as large as its row, which needs `relative`. */
export const ROW_TARGET_STYLES =
  "font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink";

function RowAnchor({ className, children, ...rest }: ComponentProps<"a">) {
  return (
    <a data-row-link="" className={cx(ROW_TARGET_STYLES, className)} {...rest}>
      {children}
    </a>
  );
}

/** A link in one cell that covers the whole row. Other controls in the row need `relative` to lie above it. */
export const RowLink = createLink(RowAnchor);
