import { useState } from "react";
import type { Webhook } from "../../api-types.ts";
import { Card, CardBody, CardHeader } from "../../ui/card.tsx";
import { countText } from "../../ui/count-text.ts";
import { cx } from "../../ui/cx.ts";
import { durationText, lagText, successText } from "./describe-health.ts";

type Hour = Webhook["health"]["hours"][number];

/** The results and durations of the requests of the last 24 hours, and the events that are retried or no longer retried. */
export function HealthCard({ webhook: { health } }: { webhook: Webhook }) {
  const numbers = [
    { name: "Success", value: successText(health) },
    { name: "p95 response", value: durationText(health.p95_ms) },
    { name: "Lag", value: lagText(health.lag_seconds) },
    { name: "Retrying", value: health.retrying.toLocaleString("en") },
    { name: "Given up", value: health.failed.toLocaleString("en") },
  ];
  return (
    <Card>
      <CardHeader title="Health" description="Requests in the last 24 hours." />
      <CardBody className="grid gap-5">
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {numbers.map(({ name, value }) => (
            <div key={name}>
              <dt className="text-xs text-ink-faint">{name}</dt>
              <dd className="mt-0.5 text-lg font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <HourBars hours={health.hours} />
      </CardBody>
    </Card>
  );
}

const hourText = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** One bar per hour: succeeded below, failed above. */
function HourBars({ hours }: { hours: Hour[] }) {
  const [shown, setShown] = useState<Hour | null>(null);
  const top = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const total = hours.reduce((sum, { succeeded, failed }) => sum + succeeded + failed, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  return (
    <div>
      <div
        role="img"
        aria-label={`Requests by hour: ${total.toLocaleString("en")} in 24 hours, ${failed.toLocaleString("en")} failed`}
        className="flex h-20 items-end gap-px border-b"
        onPointerLeave={() => setShown(null)}
      >
        {hours.map((hour) => (
          <div
            key={hour.at}
            className={cx("flex h-full flex-1 flex-col justify-end", shown?.at === hour.at && "bg-hover")}
            onPointerEnter={() => setShown(hour)}
          >
            <Bar part={hour.failed / top} className="bg-bad-fill" />
            <Bar part={hour.succeeded / top} className="bg-good" />
          </div>
        ))}
      </div>
      <p className="mt-2 text-xs text-ink-faint tabular-nums">{hourLine(shown, total)}</p>
    </div>
  );
}

function Bar({ part, className }: { part: number; className: string }) {
  if (part === 0) return null;
  return <div className={cx("min-h-0.5 rounded-t-xs", className)} style={{ height: `${part * 100}%` }} />;
}

function hourLine(hour: Hour | null, total: number): string {
  if (hour === null) return total === 0 ? "No requests yet." : countText(total, "request");
  const { at, succeeded, failed } = hour;
  return `${hourText.format(new Date(at))}: ${succeeded.toLocaleString("en")} succeeded, ${failed.toLocaleString("en")} failed`;
}
