import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { ChevronDown } from "./icons.gen.ts";
import { CONTROL_STYLES } from "./input.tsx";

/**
 * The browser's own select, styled: it works with every keyboard, phone and screen reader. Radix's injects a
 * `<style>`, which our content security policy blocks.
 */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return (
    <span className={cx("relative inline-block", className)}>
      <select
        className={cx(CONTROL_STYLES, "h-9 appearance-none pr-8 pl-3 text-base sm:text-sm")}
        {...rest}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-ink-faint"
      />
    </span>
  );
}
