import { type ReactNode, useState } from "react";
import { ChartCard } from "../../ui/charts/chart-card.tsx";
import { NumbersTable } from "../../ui/charts/numbers-table.tsx";
import { Select } from "../../ui/select.tsx";
import { formatCount } from "./format.ts";
import type { MetricRow } from "./insights.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const METRICS = [
  { metric: "delivered", label: "Delivered" },
  { metric: "opened", label: "Opened" },
  { metric: "clicked", label: "Clicked" },
  { metric: "bounced", label: "Bounced" },
  { metric: "deferred", label: "Deferred" },
] as const;
type HeatMetric = (typeof METRICS)[number]["metric"];

/** When things happen: hours of the day by days of the week, in the user's time zone. */
export function HeatCard({ rows, missing }: { rows: MetricRow[]; missing: ReactNode }) {
  const [metric, setMetric] = useState<HeatMetric>("delivered");
  const offered = METRICS.filter(
    (one) => one.metric === metric || rows.some((row) => (row[one.metric] ?? 0) > 0),
  );
  const counts = new Map(rows.map((row) => [`${row.weekday} ${row.hour}`, row[metric] ?? 0]));
  const countAt = (weekday: number, hour: number) => counts.get(`${weekday + 1} ${hour}`) ?? 0;
  const { label } = METRICS.find((one) => one.metric === metric) ?? METRICS[0];
  return (
    <ChartCard
      title="Hours of the week"
      description="In your time zone. Stronger colors mean more."
      controls={
        offered.length > 1 ? (
          <Select
            aria-label="Counted events"
            className="w-32"
            value={metric}
            onChange={(event) => setMetric(event.currentTarget.value as HeatMetric)}
          >
            {offered.map((one) => (
              <option key={one.metric} value={one.metric}>
                {one.label}
              </option>
            ))}
          </Select>
        ) : null
      }
      missing={missing}
      empty={rows.length === 0 ? "Nothing happened in this range." : null}
      chart={<HeatMap label={label} countAt={countAt} />}
      table={
        <NumbersTable
          caption={`${label} by hour and weekday`}
          rows={HOURS}
          keyOf={String}
          columns={[
            { title: "Hour", cell: (hour) => hourName(hour) },
            ...WEEKDAYS.map((name, weekday) => ({
              title: name.slice(0, 3),
              cell: (hour: number) => formatCount(countAt(weekday, hour)),
            })),
          ]}
        />
      }
    />
  );
}

type HeatMapProps = { label: string; countAt: (weekday: number, hour: number) => number };

function HeatMap({ label, countAt }: HeatMapProps) {
  const most = Math.max(1, ...WEEKDAYS.flatMap((_, weekday) => HOURS.map((hour) => countAt(weekday, hour))));
  return (
    <div
      role="img"
      aria-label={`${label} by hour of the week; the table has the numbers`}
      className="text-xs text-ink-faint"
    >
      {WEEKDAYS.map((name, weekday) => (
        <div key={name} className="mb-[3px] grid grid-cols-[2.25rem_minmax(0,1fr)] items-center">
          <span>{name.slice(0, 3)}</span>
          <div className="grid grid-cols-24 gap-[2px] sm:gap-[3px]">
            {HOURS.map((hour) => {
              const count = countAt(weekday, hour);
              return (
                <div
                  key={hour}
                  title={`${name}, ${hourName(hour)}: ${formatCount(count)}`}
                  className="h-5 rounded-[3px] bg-subtle sm:h-6"
                >
                  {count === 0 ? null : (
                    <div
                      className="size-full rounded-[3px] bg-chart-1"
                      style={{ opacity: 0.12 + 0.88 * (count / most) }}
                    />
                  )}
                </div>
              );
            })}
          </div>
        </div>
      ))}
      <div className="grid grid-cols-[2.25rem_minmax(0,1fr)]">
        <div className="col-start-2 flex justify-between pt-1">
          {[0, 6, 12, 18].map((hour) => (
            <span key={hour} className="w-1/4">
              {hourName(hour)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

function hourName(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}
