import type { Alert } from "../../api-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { Time } from "../../ui/time.tsx";

/** Alerts, newest first. */
export function AlertList({ title, alerts }: { title: string; alerts: Alert[] }) {
  return (
    <Card aria-label={title}>
      <CardHeader title={title} />
      <ul className="divide-y px-5 pt-2 pb-2">
        {alerts.map(({ id, words, rule, opened_at, closed_at }) => (
          <li
            key={id}
            data-row=""
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-3"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <bdi>{words}</bdi>
              </p>
              <p className="text-[13px] text-ink-faint">
                <code className="font-mono">{rule}</code> · since <Time value={opened_at} />
                {closed_at ? (
                  <>
                    , resolved <Time value={closed_at} />
                  </>
                ) : null}
              </p>
            </div>
            {closed_at ? <Badge>Resolved</Badge> : <Badge tone="bad">Open</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
