import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={cx("rounded-xl border bg-surface shadow-control", className)} {...rest} />;
}

type CardHeaderProps = {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
};

export function CardHeader({ title, description, actions }: CardHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 pt-5">
      <div className="min-w-0">
        <h2 className="text-[15px] font-semibold">{title}</h2>
        {description ? <p className="mt-1 max-w-prose text-[13px] text-ink-soft">{description}</p> : null}
      </div>
      {actions}
    </header>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cx("p-5", className)} {...rest} />;
}

/** The footer of a form card: a note on the left, the button on the right. */
export function CardFooter({ className, ...rest }: ComponentProps<"footer">) {
  return (
    <footer
      className={cx(
        "flex flex-wrap items-center justify-end gap-3 rounded-b-xl border-t bg-subtle/60 px-5 py-3",
        className,
      )}
      {...rest}
    />
  );
}
