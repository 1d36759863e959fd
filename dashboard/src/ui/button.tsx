import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

/** Button styles, also for links that look like buttons: `className={buttonStyles({ variant: "primary" })}`. */
export const buttonStyles = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-white shadow-control hover:bg-accent-hover focus-visible:outline-horn",
        secondary:
          "border border-line-strong bg-surface text-ink shadow-control hover:bg-subtle aria-expanded:bg-subtle",
        ghost: "text-ink-soft hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink",
        danger: "bg-bad-fill text-white shadow-control hover:bg-bad-fill-hover",
      },
      size: {
        sm: "h-8 px-3 text-[13px]",
        md: "h-9 px-3.5 text-sm",
        lg: "h-10 px-4 text-sm",
        icon: "size-8",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonStyles> & {
    /** Shows a spinner and ignores further presses. */
    busy?: boolean;
  };

export function Button({ variant, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(buttonStyles({ variant, size }), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}
