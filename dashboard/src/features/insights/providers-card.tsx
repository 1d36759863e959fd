import type { ReactNode } from "react";
import { Card, CardHeader } from "../../ui/card.tsx";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { cx } from "../../ui/cx.ts";
import { ExportButton } from "../../ui/export-button.tsx";
import { formatCount, formatLatency, formatShare } from "./format.ts";
import { providerName } from "./provider-name.ts";
import { type ProviderRow, type Tone, toneOf } from "./provider-rows.ts";

/** More rows would push the other cards too far down. The export has all rows. */
const SHOWN = 12;

type ProvidersCardProps = {
  rows: ProviderRow[];
  exportPath: string;
  /** Shown instead of the rows. */
  missing: ReactNode;
};

/** One row for each mailbox provider: what it did with the mail, and how fast. */
export function ProvidersCard({ rows, exportPath, missing }: ProvidersCardProps) {
  return (
    <Card aria-label="Mailbox providers" className="min-w-0">
      <CardHeader
        title="Mailbox providers"
        description="How each receiver handled your mail, and how long it took."
        actions={rows.length > 0 ? <ExportButton path={exportPath} /> : null}
      />
      {missing}
      {missing !== null ? null : rows.length === 0 ? (
        <p className="px-6 py-12 text-center text-ink-soft">No mailbox provider got mail in this range.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
        <section aria-label="Mailbox providers, table" tabIndex={0} className="relative mt-4 overflow-x-auto">
          <table className="w-full min-w-[46rem] border-collapse border-t text-right text-[13px] tabular-nums">
            <caption className="sr-only">Mail by mailbox provider</caption>
            <thead className="bg-subtle/60 text-xs text-ink-soft">
              <tr>
                <Head className="sticky left-0 z-10 bg-subtle pl-5 text-left">Provider</Head>
                <Head>Delivered</Head>
                <Head>Deferred</Head>
                <Head>Bounced</Head>
                <Head>Spam reports</Head>
                <Head>Median</Head>
                <Head>95%</Head>
                <Head className="pr-5 text-left">Last 14 days</Head>
              </tr>
            </thead>
            <tbody className="divide-y">
              {rows.slice(0, SHOWN).map((row) => (
                <Provider key={row.provider} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {missing === null && rows.length > SHOWN ? (
        <p className="border-t px-5 py-3 text-xs text-ink-faint">
          The export also includes {rows.length - SHOWN} with less mail.
        </p>
      ) : null}
    </Card>
  );
}

function Provider({ row }: { row: ProviderRow }) {
  const name = providerName(row.provider);
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-10 h-11 max-w-44 truncate bg-surface pr-3 pl-5 text-left font-medium"
      >
        <bdi title={row.provider}>{name}</bdi>
      </th>
      <Cell tone="none" value={formatCount(row.delivered)} />
      <Cell tone={toneOf(row, "deferred")} value={formatCount(row.deferred)} share={row.deferredShare} />
      <Cell tone={toneOf(row, "bounced")} value={formatCount(row.bounced)} share={row.bouncedShare} />
      <Cell
        tone={toneOf(row, "complained")}
        value={formatCount(row.complained)}
        share={row.complainedShare}
      />
      <Cell tone="none" value={formatLatency(row.p50)} />
      <Cell tone={toneOf(row, "p95")} value={formatLatency(row.p95)} />
      <td className="w-40 py-1.5 pr-5 pl-4">
        <Sparkline
          values={row.days}
          label={`${name}: ${formatCount(row.days.reduce((sum, count) => sum + count, 0))} delivered in 14 days`}
          className="h-7 w-full text-chart-2"
        />
      </td>
    </tr>
  );
}

const TINTS: Record<Tone, string> = { none: "", warn: "bg-warn-soft text-warn", bad: "bg-bad-soft text-bad" };

/** A count and its share; the share explains the tint. */
function Cell({ tone, value, share }: { tone: Tone; value: string; share?: number | null }) {
  const isNothing = value === "0" || value === "–";
  return (
    <td
      className={cx("px-3 whitespace-nowrap", TINTS[tone], tone === "none" && isNothing && "text-ink-faint")}
    >
      {value}
      {share === undefined || share === null || share === 0 ? null : (
        <span className={cx("ml-1 text-xs", tone === "none" && "text-ink-faint")}> {formatShare(share)}</span>
      )}
    </td>
  );
}

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={cx("h-9 px-3 font-medium whitespace-nowrap", className)}>
      {children}
    </th>
  );
}
