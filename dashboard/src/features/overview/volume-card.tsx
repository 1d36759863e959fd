import { useState } from "react";
import type { Overview } from "../../api-types.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { type ChartForm, ChartSwitch } from "../../ui/charts/chart-card.tsx";
import { cx } from "../../ui/cx.ts";
import { formatShare } from "../insights/format.ts";
import { DEFERRALS, OUTCOMES, RARE_COUNTS } from "./outcomes.ts";
import { VolumeChart } from "./volume-chart.tsx";
import { VolumeTable } from "./volume-table.tsx";

export function VolumeCard({ overview: { days, totals } }: { overview: Overview }) {
  const [form, setForm] = useState<ChartForm>("chart");
  return (
    <Card aria-label="Last 14 days" className="@container min-w-0">
      <CardHeader title="Last 14 days" actions={<ChartSwitch form={form} onChange={setForm} />} />
      <Totals totals={totals} />
      {form === "table" ? (
        <VolumeTable days={days} totals={totals} />
      ) : (
        <div className="relative h-64 px-2 pb-3 sm:px-4">
          <VolumeChart days={days} />
          {totals.accepted === 0 ? (
            <p className="absolute inset-0 grid place-items-center px-6 pb-10 text-ink-soft">
              <span className="bg-surface px-4 py-1 text-center">No emails in the last 14 days.</span>
            </p>
          ) : null}
        </div>
      )}
      <p className="border-t px-5 py-3 text-xs text-ink-faint">
        “Accepted” counts emails, “Deferred attempts” and “Uncertain attempts” count attempts, “Spam reports”
        counts reports, and all other numbers count recipients. Days start at midnight UTC.
      </p>
    </Card>
  );
}

function Totals({ totals }: { totals: Overview["totals"] }) {
  const isShown = ({ key }: { key: keyof typeof totals }) =>
    key === "delivered" || key === "bounced" || (totals[key] ?? 0) > 0;
  const counted = [...OUTCOMES, DEFERRALS, ...RARE_COUNTS].filter(isShown);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-5 py-5 sm:flex sm:flex-wrap sm:gap-x-9">
      <Figure label="Accepted" value={totals.accepted.toLocaleString("en")} />
      <Figure label="Delivery rate" value={formatShare(totals.delivery_rate)} />
      <Figure label="Complaint rate" value={formatShare(totals.complaint_rate)} />
      {counted.map(({ key, label, dot }) => (
        <Figure key={key} label={label} value={totals[key].toLocaleString("en")} dot={dot} />
      ))}
    </dl>
  );
}

/** The dots make the numbers the chart's legend. */
function Figure({ label, value, dot }: { label: string; value: string; dot?: string }) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-[13px] text-ink-soft">
        {dot === undefined ? null : <span aria-hidden="true" className={cx("size-2 rounded-[3px]", dot)} />}
        {label}
      </dt>
      <dd className="mt-0.5 text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
    </div>
  );
}
