import type { Overview } from "../../api-types.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { formatDuration } from "./outcomes.ts";

// A healthy worker takes what waits within a second; a minute means that something is wrong or that very much waits.
const SLOW_SECONDS = 60;

// The server counts no further.
const COUNTED_UP_TO = 10_000;

const ROWS = [
  { key: "waiting" as const, label: "Waiting", hint: "for their turn" },
  { key: "sending" as const, label: "Sending", hint: "right now" },
  { key: "deferred" as const, label: "Deferred", hint: "tried again later" },
];

/** What has been accepted and is not yet at an end. */
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
  if (waiting + sending + deferred === 0) return "Empty: everything accepted is at its end.";
  if (waiting === 0 || oldest === null) return "Nothing waits for its turn.";
  const age = `The oldest has waited ${formatDuration(oldest)}.`;
  return oldest < SLOW_SECONDS ? age : `${age} Check that a worker runs.`;
}
