import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

export const TEXT_LINK_STYLES =
  "rounded-sm font-medium text-accent-ink underline decoration-accent-ink/35 underline-offset-3 hover:decoration-accent-ink";

function TextAnchor({ className, children, ...rest }: ComponentProps<"a">) {
  return (
    <a className={cx(TEXT_LINK_STYLES, className)} {...rest}>
      {children}
    </a>
  );
}

export const TextLink = createLink(TextAnchor);
