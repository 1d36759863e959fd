import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ChartCard } from "../../ui/charts/chart-card.tsx";
import { NumbersTable } from "../../ui/charts/numbers-table.tsx";
import { TEXT_LINK_STYLES } from "../../ui/text-link.tsx";
import type { EmailsSearch } from "../emails/emails-search.ts";
import { REFUSAL_MEANINGS } from "../emails/refusal-meanings.ts";
import { formatCount, formatShare } from "./format.ts";
import type { MetricRow } from "./insights.ts";

/** Less frequent reasons are only in the table. */
const SHOWN = 6;

type Reason = { reason: string; words: string; bounced: number; share: number; deferred: number };

type ReasonsCardProps = { rows: MetricRow[]; listed: EmailsSearch; missing: ReactNode };

/** Why mail bounced, in words. */
export function ReasonsCard({ rows, listed, missing }: ReasonsCardProps) {
  const total = rows.reduce((sum, { bounced }) => sum + (bounced ?? 0), 0);
  const reasons = rows
    .map(({ reason = "", bounced, deferred }): Reason => {
      const count = bounced ?? 0;
      const share = total === 0 ? 0 : count / total;
      return { reason, words: wordsOf(reason), bounced: count, share, deferred: deferred ?? 0 };
    })
    .sort((a, b) => b.bounced - a.bounced || b.deferred - a.deferred);
  const bouncing = reasons.filter(({ bounced }) => bounced > 0).slice(0, SHOWN);
  return (
    <ChartCard
      title="Why mail bounced"
      description={
        <>
          What the receivers' replies mean.{" "}
          <Link to="/emails" search={{ ...listed, recipient_state: "bounced" }} className={TEXT_LINK_STYLES}>
            See bounced emails
          </Link>
        </>
      }
      missing={missing}
      empty={total === 0 ? "Nothing bounced in this range." : null}
      chart={<ReasonBars reasons={bouncing} />}
      table={
        <NumbersTable
          caption="Bounces and deferrals by reason"
          rows={reasons}
          keyOf={({ reason }) => reason}
          columns={[
            { title: "Reason", cell: ({ words }) => words },
            { title: "Bounced", cell: ({ bounced }) => formatCount(bounced) },
            { title: "Share", cell: ({ share }) => formatShare(share) },
            { title: "Deferred", cell: ({ deferred }) => formatCount(deferred) },
          ]}
        />
      }
    />
  );
}

function ReasonBars({ reasons }: { reasons: Reason[] }) {
  const most = Math.max(1, ...reasons.map(({ bounced }) => bounced));
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {reasons.map(({ reason, words, bounced, share }) => (
        <li key={reason}>
          <p className="flex items-baseline justify-between gap-4 text-[13px]">
            <span>{words}</span>
            <span className="whitespace-nowrap tabular-nums">
              {formatCount(bounced)} <span className="ml-1 text-xs text-ink-faint">{formatShare(share)}</span>
            </span>
          </p>
          <div aria-hidden="true" className="mt-1.5 h-1.5 rounded-full bg-subtle">
            <div
              className="h-full rounded-full bg-chart-4/80"
              style={{ width: `${(bounced / most) * 100}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function wordsOf(reason: string): string {
  const words = REFUSAL_MEANINGS.get(reason) ?? (reason === "" ? "the reply gives no known reason" : reason);
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
