import { Bar, BarStack, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from "recharts";
import type { Day } from "../../api-types.ts";
import { VolumeTooltip } from "./chart-tooltip.tsx";
import { DEFERRALS, formatDay, OUTCOMES } from "./outcomes.ts";

const TICK = { fill: "currentColor", fontSize: 12 };
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** One bar per day, stacked by final outcome, and a line of deferred attempts. The table has the numbers. */
export function VolumeChart({ days }: { days: Day[] }) {
  return (
    <ComposedChart
      responsive
      data={days}
      title="Recipients of the last 14 days by outcome; the table has the numbers"
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      barCategoryGap="22%"
      className="size-full text-ink-faint"
    >
      <CartesianGrid vertical={false} className="text-line" stroke="currentColor" />
      <XAxis
        dataKey="date"
        tick={TICK}
        tickLine={false}
        axisLine={false}
        tickMargin={8}
        minTickGap={28}
        tickFormatter={(date: string) => formatDay(date, "short")}
      />
      <YAxis
        width={44}
        tick={TICK}
        tickLine={false}
        axisLine={false}
        allowDecimals={false}
        tickFormatter={(count: number) => compact.format(count)}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: "currentColor", fillOpacity: 0.08 }}
        content={({ active, label }) => (
          <VolumeTooltip day={active ? days.find(({ date }) => date === label) : undefined} />
        )}
      />
      <BarStack radius={[3, 3, 0, 0]}>
        {OUTCOMES.map(({ key, label, ink }) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            className={ink}
            fill="currentColor"
            maxBarSize={40}
            isAnimationActive={false}
          />
        ))}
      </BarStack>
      <Line
        dataKey={DEFERRALS.key}
        name={DEFERRALS.label}
        className={DEFERRALS.ink}
        stroke="currentColor"
        strokeWidth={1.5}
        dot={false}
        isAnimationActive={false}
      />
    </ComposedChart>
  );
}
