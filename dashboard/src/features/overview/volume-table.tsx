import type { Day, Overview } from "../../api-types.ts";
import { ALL_COUNTS, formatDay } from "./outcomes.ts";

type Counts = Omit<Day, "date">;

/** The chart's numbers, newest day first. Narrow screens show outcomes as text, not columns. */
export function VolumeTable({ days, totals }: { days: Day[]; totals: Overview["totals"] }) {
  return (
    <table className="w-full border-collapse border-t text-right text-[13px] tabular-nums">
      <caption className="sr-only">Emails by day and outcome</caption>
      <thead className="bg-subtle/60 text-xs text-ink-soft">
        <tr>
          <th scope="col" className="h-9 pr-2 pl-5 text-left font-medium">
            Day
          </th>
          <th scope="col" className="px-1.5 font-medium">
            Accepted
          </th>
          <th scope="col" className="pr-5 font-medium @3xl:hidden">
            Outcomes
          </th>
          {ALL_COUNTS.map(({ key, label }) => (
            <th key={key} scope="col" className="px-1.5 font-medium last:pr-5 @max-3xl:hidden">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y border-y">
        {days.toReversed().map((day) => (
          <tr key={day.date}>
            <th scope="row" className="h-9 pr-2 pl-5 text-left font-medium whitespace-nowrap">
              {formatDay(day.date, "short")}
            </th>
            <CountCells counts={day} />
          </tr>
        ))}
      </tbody>
      <tfoot className="font-medium">
        <tr>
          <th scope="row" className="h-11 pr-2 pl-5 text-left font-medium">
            Total
          </th>
          <CountCells counts={totals} />
        </tr>
      </tfoot>
    </table>
  );
}

function CountCells({ counts }: { counts: Counts }) {
  const occurred = ALL_COUNTS.filter(({ key }) => counts[key] > 0);
  return (
    <>
      <td className="px-1.5">{counts.accepted.toLocaleString("en")}</td>
      <td className="py-2 pr-5 @3xl:hidden">
        <span className="flex flex-wrap justify-end gap-x-4">
          {occurred.map(({ key, label }) => (
            <span key={key}>
              {counts[key].toLocaleString("en")} {label.toLowerCase()}
            </span>
          ))}
        </span>
      </td>
      {ALL_COUNTS.map(({ key }) => (
        <td
          key={key}
          className={
            counts[key] === 0
              ? "px-1.5 text-ink-faint last:pr-5 @max-3xl:hidden"
              : "px-1.5 last:pr-5 @max-3xl:hidden"
          }
        >
          {counts[key].toLocaleString("en")}
        </td>
      ))}
    </>
  );
}
