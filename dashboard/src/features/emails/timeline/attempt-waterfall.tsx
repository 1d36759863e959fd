import type { EmailEvent } from "../../../api-types.ts";
import { cx } from "../../../ui/cx.ts";
import { formatElapsed } from "../../../ui/format-elapsed.ts";
import { type AttemptPhase, attemptTiming } from "./attempt-phases.ts";

const COLORS: Record<AttemptPhase["key"], string> = {
  queue: "bg-ink-faint",
  dns: "bg-chart-5",
  connect: "bg-chart-1",
  tls: "bg-chart-1/55",
  mail: "bg-chart-2",
  rcpt: "bg-chart-2/75",
  data: "bg-chart-2/50",
  reply: "bg-chart-3",
};

/** Narrower bars would be invisible. */
const LEAST_PERCENT = 1.5;

/** How long each phase of an attempt took, one bar below the other. The list is its own text alternative. */
export function AttemptWaterfall({ durations }: { durations: EmailEvent["detail"]["durations"] }) {
  const timing = attemptTiming(durations);
  if (timing === null) return null;
  const { queueMs, totalMs, phases, isReused } = timing;
  return (
    <figure className="mt-2 text-xs text-ink-faint">
      <figcaption>
        Took {formatElapsed(totalMs)}
        {queueMs > 0 ? `, after ${formatElapsed(queueMs)} in the queue` : ""}
        {isReused ? ", over an open connection" : ""}
      </figcaption>
      <ul className="mt-1.5 grid gap-1">
        {phases.map(({ key, label, ms, from, to }) => (
          <li key={key} className="grid grid-cols-[3.5rem_minmax(0,1fr)_4rem] items-center gap-2">
            <span>{label}</span>
            <span aria-hidden="true" className="relative h-2 rounded-full bg-subtle">
              <span
                className={cx("absolute inset-y-0 rounded-full", COLORS[key])}
                style={{
                  left: `${Math.min(from * 100, 100 - LEAST_PERCENT)}%`,
                  width: `${Math.max((to - from) * 100, LEAST_PERCENT)}%`,
                }}
              />
            </span>
            <span className="text-right tabular-nums">{formatElapsed(ms)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
