import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { buttonStyles } from "./button.tsx";
import { cx } from "./cx.ts";
import { ChevronLeft, ChevronRight } from "./icons.gen.ts";
import { type CursorPages, useCursorPages } from "./use-cursor-pages.ts";

/** For lists whose rows are all on one page. */
export const ON_ONE_PAGE: NonNullable<PagerProps["pagination"]> = {
  limit: Number.POSITIVE_INFINITY,
  next_cursor: null,
};

export type PagerProps = {
  cursor: string | undefined;
  pagination:
    | {
        limit: number;
        next_cursor: string | null;
        total?: number | undefined;
        total_is_exact?: boolean | undefined;
      }
    | undefined;
  /** Rows on this page. */
  count: number;
  /** Singular: "contact". */
  noun: string;
  /** The rows are those of the previous page, until this one has loaded. */
  isLoading?: boolean;
};

/** The footer of a list: the current position, and links to the previous and the next page. */
export function Pager({ cursor, pagination, count, noun, isLoading = false }: PagerProps) {
  const pages = useCursorPages(cursor, pagination?.next_cursor);
  const position = pagination ? describePosition(pages, pagination, count, noun) : "";
  const [settled, setSettled] = useState(position);
  if (!isLoading && settled !== position) setSettled(position);
  if (!pagination || count === 0) return null;
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-3 text-[13px] text-ink-soft"
    >
      <span className="tabular-nums">{isLoading ? settled : position}</span>
      {pages.previous || pages.next ? (
        <span className="flex gap-2">
          <PageLink step={pages.previous} label="Previous" isLoading={isLoading}>
            <ChevronLeft aria-hidden="true" />
            Previous
          </PageLink>
          <PageLink step={pages.next} label="Next" isLoading={isLoading}>
            Next
            <ChevronRight aria-hidden="true" />
          </PageLink>
        </span>
      ) : null}
    </nav>
  );
}

function describePosition(
  pages: CursorPages,
  pagination: NonNullable<PagerProps["pagination"]>,
  count: number,
  noun: string,
): string {
  const format = (value: number): string => value.toLocaleString("en");
  const more = pagination.total_is_exact === false ? "+" : "";
  // New rows may have arrived since they were counted.
  const total = pagination.total !== undefined && pagination.total >= count ? pagination.total : undefined;
  const of = total === undefined ? "" : ` of ${format(total)}${more}`;
  const nouns = `${noun}${(total ?? count) === 1 ? "" : "s"}`;
  if (!pages.previous && !pages.next) return `${format(count)} ${nouns}`;
  if (pages.number === undefined) return `${format(count)}${of} ${nouns}`;
  const first = (pages.number - 1) * pagination.limit + 1;
  return `${format(first)}–${format(first + count - 1)}${of} ${nouns}`;
}

type PageLinkProps = {
  step: CursorPages["previous"];
  label: string;
  isLoading: boolean;
  children: ReactNode;
};

/** While a page loads, presses are ignored: the link still leads from the previous page. It stays a link, which keeps the focus. */
function PageLink({ step, label, isLoading, children }: PageLinkProps) {
  const className = buttonStyles({ variant: "secondary", size: "sm" });
  if (!step) {
    return (
      <span aria-disabled="true" className={cx(className, "pointer-events-none opacity-50")}>
        {children}
      </span>
    );
  }
  return (
    <Link
      to="."
      search={(current) => ({ ...current, cursor: step.cursor })}
      state={{ trail: step.trail }}
      aria-label={`${label} page`}
      aria-busy={isLoading || undefined}
      onClick={(event) => {
        if (isLoading) event.preventDefault();
      }}
      className={className}
    >
      {children}
    </Link>
  );
}
