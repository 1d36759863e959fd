import { useState } from "react";
import type { Day } from "../../api-types.ts";
import { ticksUpTo } from "../../ui/charts/ticks-up-to.ts";
import { cx } from "../../ui/cx.ts";
import { VolumeTooltip } from "./chart-tooltip.tsx";
import { DEFERRALS, formatDay, OUTCOMES } from "./outcomes.ts";

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** One bar per day, stacked by final outcome, and a line of deferred attempts. The table has the numbers. */
export function VolumeChart({ days }: { days: Day[] }) {
  const [shown, setShown] = useState<string | null>(null);
  const ticks = ticksUpTo(Math.max(...days.map((day) => Math.max(heightOf(day), day[DEFERRALS.key]))));
  const top = ticks.at(-1) ?? 1;
  return (
    <div
      role="img"
      aria-label="Recipients of the last 14 days by outcome; the table has the numbers"
      className="grid size-full grid-cols-[2.75rem_minmax(0,1fr)] grid-rows-[1fr_1.75rem] pt-2 text-xs text-ink-faint"
    >
      <div className="relative">
        {ticks.map((tick) => (
          <span key={tick} className="absolute right-2 translate-y-1/2" style={{ bottom: share(tick, top) }}>
            {compact.format(tick)}
          </span>
        ))}
      </div>
      <div className="relative" onPointerLeave={() => setShown(null)}>
        {ticks.map((tick) => (
          <div
            key={tick}
            className="absolute inset-x-0 border-line border-t"
            style={{ bottom: share(tick, top) }}
          />
        ))}
        <div className="absolute inset-0 flex">
          {days.map((day, index) => (
            <div
              key={day.date}
              className="relative min-w-0 flex-1 hover:bg-ink/5"
              onPointerEnter={() => setShown(day.date)}
            >
              <Bar day={day} top={top} />
              {shown === day.date ? (
                <div
                  className={cx(
                    "pointer-events-none absolute top-2 z-10 w-max",
                    index < days.length / 2 ? "left-full" : "right-full",
                  )}
                >
                  <VolumeTooltip day={day} />
                </div>
              ) : null}
            </div>
          ))}
        </div>
        {days.some((day) => day[DEFERRALS.key] > 0) ? <DeferralLine days={days} top={top} /> : null}
      </div>
      <div className="col-start-2 flex pt-2">
        {days.map(({ date }, index) => (
          <span
            key={date}
            className={cx(
              "flex min-w-0 flex-1 justify-center whitespace-nowrap last:justify-end @md:last:justify-center",
              hiding(days.length - index),
            )}
          >
            {formatDay(date, "short")}
          </span>
        ))}
      </div>
    </div>
  );
}

function Bar({ day, top }: { day: Day; top: number }) {
  return (
    <div className="mx-auto flex h-full w-[78%] max-w-10 flex-col-reverse">
      <div
        className="flex flex-col-reverse overflow-hidden rounded-t-[3px]"
        style={{ height: share(heightOf(day), top) }}
      >
        {OUTCOMES.map(({ key, dot }) => (
          <div
            key={key}
            data-outcome={key}
            className={dot}
            style={{ height: share(day[key], heightOf(day)) }}
          />
        ))}
      </div>
    </div>
  );
}

/** From the middle of each bar to the middle of the next. */
function DeferralLine({ days, top }: { days: Day[]; top: number }) {
  const points = days.map((day, index) => `${index + 0.5},${top - day[DEFERRALS.key]}`);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${days.length} ${top}`}
      preserveAspectRatio="none"
      className={cx("pointer-events-none absolute inset-0 size-full overflow-visible", DEFERRALS.ink)}
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

function heightOf(day: Day): number {
  return OUTCOMES.reduce((sum, { key }) => sum + day[key], 0);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${(part / whole) * 100}%`;
}

/** The last day always shows its date. On a narrow card, only every second or fourth of the other days does. */
function hiding(fromEnd: number): string {
  if (fromEnd % 4 === 1) return "";
  return fromEnd % 2 === 1 ? "invisible @md:visible" : "invisible @3xl:visible";
}
