import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/** Styles of every control: border, focus ring, error color. */
export const CONTROL_STYLES =
  "w-full rounded-lg border border-line-control bg-surface text-ink shadow-control transition-colors placeholder:text-ink-faint focus-visible:border-accent-ink focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-subtle disabled:text-ink-soft aria-invalid:border-bad aria-invalid:outline-bad";

// 16 px on phones: below that, iOS zooms in when the field gets the focus.
const TEXT_SIZE = "text-base sm:text-sm";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cx(CONTROL_STYLES, TEXT_SIZE, "h-9 px-3", className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea className={cx(CONTROL_STYLES, TEXT_SIZE, "min-h-24 px-3 py-2", className)} {...rest} />;
}
