import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const badgeStyles = cva(
  "inline-flex h-[22px] items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "bg-subtle text-ink-soft",
        /** Without a fill, for the most frequent state of rows. */
        quiet: "text-ink-soft",
        good: "bg-good-soft text-good",
        info: "bg-info-soft text-info",
        warn: "bg-warn-soft text-warn",
        bad: "bg-bad-soft text-bad",
        violet: "bg-violet-soft text-violet",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = Exclude<NonNullable<VariantProps<typeof badgeStyles>["tone"]>, "quiet">;

type BadgeProps = {
  tone?: BadgeTone | "quiet";
  /** A dot before the text; it moves while something is in progress. */
  dot?: "still" | "moving";
  className?: string;
  children: ReactNode;
};

export function Badge({ tone, dot, className, children }: BadgeProps) {
  return (
    <span className={cx(badgeStyles({ tone }), className)}>
      {dot ? (
        <span
          aria-hidden="true"
          className={cx("size-1.5 rounded-full bg-current", dot === "moving" && "animate-pulse")}
        />
      ) : null}
      {children}
    </span>
  );
}
