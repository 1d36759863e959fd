import type { Process } from "../../api-types.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";

/** Every process with a heartbeat in the last 30 seconds. */
export function ProcessList({ processes }: { processes: Process[] }) {
  return (
    <Card aria-label="Processes">
      <CardHeader title="Processes" />
      {processes.length === 0 ? (
        <p className="px-5 pt-2 pb-5 text-ink-soft">No heartbeats in the last 30 seconds.</p>
      ) : (
        <ul className="divide-y px-5 pt-2 pb-2">
          {processes.map(({ role, node, pid, memory_bytes, event_loop_lag_seconds: lag }) => (
            <li
              key={`${node} ${pid} ${role}`}
              data-row=""
              className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{role}</span>{" "}
                <span className="text-[13px] text-ink-soft">
                  {node}, process {pid}
                </span>
              </span>
              <span className="text-[13px] text-ink-soft tabular-nums">
                {formatBytes(memory_bytes)} · event-loop lag {Math.round(lag * 1_000)} ms (max)
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
