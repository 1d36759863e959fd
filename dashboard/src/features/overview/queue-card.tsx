import type { Overview } from "../../api-types.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { formatDuration } from "./outcomes.ts";

// A healthy worker claims due mail within a second; a minute means a problem or a long queue.
const SLOW_SECONDS = 60;

// The server stops counting here.
const COUNTED_UP_TO = 10_000;

const ROWS = [
  { key: "waiting" as const, label: "Queued", hint: "waiting for a worker" },
  { key: "in_flight" as const, label: "In flight", hint: "sending" },
  { key: "delayed" as const, label: "Due later", hint: "scheduled, retrying" },
  { key: "uncertain" as const, label: "Uncertain", hint: "needs a decision", isRare: true },
];

/** Recipients without a final outcome, as on the queue page. */
export function QueueCard({ queue }: { queue: Overview["queue"] }) {
  return (
    <Card aria-label="Queue">
      <CardHeader
        title="Queue"
        description={describeQueue(queue)}
        actions={
          <TextLink to="/queue" className="text-[13px]">
            View queue
          </TextLink>
        }
      />
      <dl className="divide-y px-5 pt-2 pb-2">
        {ROWS.filter(({ key, isRare }) => !isRare || queue[key] > 0).map(({ key, label, hint }) => (
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

function describeQueue(queue: Overview["queue"]): string {
  const { waiting, in_flight, delayed, uncertain, oldest_waiting_seconds: oldest } = queue;
  if (waiting + in_flight + delayed + uncertain === 0) return "Queue is empty.";
  if (waiting === 0) return "Nothing is due now.";
  if (oldest === null) return "Due mail is paused.";
  const age = `Oldest message has been due for ${formatDuration(oldest)}.`;
  return oldest < SLOW_SECONDS ? age : `${age} Is a worker running?`;
}
