import type { ReactNode } from "react";
import { cx } from "../../../ui/cx.ts";
import { formatElapsed } from "../../../ui/format-elapsed.ts";
import { ExactTime } from "../../../ui/time.tsx";

const DOTS = {
  neutral: "bg-ink-faint",
  good: "bg-good",
  info: "bg-info",
  warn: "bg-warn",
  bad: "bg-bad",
  violet: "bg-violet",
  /** A program, or another side effect. */
  hollow: "border border-ink-faint bg-surface",
};

type MomentProps = {
  tone: keyof typeof DOTS;
  title: ReactNode;
  aside?: ReactNode;
  /** The recipient's address, if the email has several. */
  address?: string | undefined;
  at?: string;
  /** The time since what came before. */
  sinceMs?: number | null;
  /** It has not happened yet. */
  moving?: boolean;
  children: ReactNode;
};

/** One line of the timeline. */
export function Moment(props: MomentProps) {
  const { tone, title, aside, address, at, sinceMs = null, moving = false, children } = props;
  return (
    <li className="relative border-l pb-4 pl-6 last:border-transparent last:pb-0">
      <span
        aria-hidden="true"
        className={cx(
          "absolute top-1.5 -left-[4.5px] size-2 rounded-full ring-4 ring-surface",
          DOTS[tone],
          moving && "animate-pulse",
        )}
      />
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 font-medium wrap-anywhere">
          {title}
          {aside ? <span className="font-normal text-ink-faint"> · {aside}</span> : null}
        </span>
        {at === undefined ? null : (
          <span className="text-xs text-ink-faint tabular-nums">
            <ExactTime value={at} />
            {sinceMs === null ? null : <span className="ml-2">+{formatElapsed(sinceMs)}</span>}
          </span>
        )}
      </p>
      {address === undefined ? null : (
        <p className="truncate text-xs text-ink-faint" title={address}>
          <bdi>{address}</bdi>
        </p>
      )}
      <div className="mt-0.5 text-[13px] leading-5 break-words text-ink-soft">{children}</div>
    </li>
  );
}
