import type { Overview } from "../../api-types.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { formatDuration } from "./outcomes.ts";

// A healthy worker claims due mail within a second; a minute means a problem or a long queue.
const SLOW_SECONDS = 60;

// The server stops counting here.
const COUNTED_UP_TO = 10_000;

const ROWS = [
  { key: "waiting" as const, label: "Queued", hint: "waiting for a worker" },
  { key: "sending" as const, label: "Sending", hint: "in flight" },
  { key: "deferred" as const, label: "Deferred", hint: "retrying later" },
];

/** Recipients without a final outcome. */
export function QueueCard({ queue }: { queue: Overview["queue"] }) {
  return (
    <Card aria-label="Queue">
      <CardHeader title="Queue" description={describeQueue(queue)} />
      <dl className="divide-y px-5 pt-2 pb-2">
        {ROWS.map(({ key, label, hint }) => (
          <div key={key} className="flex items-baseline justify-between gap-4 py-3">
            <dt>
              {label} <span className="text-[13px] text-ink-faint">{hint}</span>
            </dt>
            <dd
              className={cx(
                "text-lg font-semibold tracking-tight tabular-nums",
                queue[key] === 0 && "text-ink-faint",
              )}
            >
              {queue[key].toLocaleString("en")}
              {queue[key] >= COUNTED_UP_TO ? "+" : ""}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function describeQueue({
  waiting,
  sending,
  deferred,
  oldest_waiting_seconds: oldest,
}: Overview["queue"]): string {
  if (waiting + sending + deferred === 0) return "Queue is empty.";
  if (waiting === 0 || oldest === null) return "Nothing is queued.";
  const age = `Oldest email has been queued for ${formatDuration(oldest)}.`;
  return oldest < SLOW_SECONDS ? age : `${age} Is a worker running?`;
}
