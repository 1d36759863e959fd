import type { Pause } from "../../api-types.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { Time } from "../../ui/time.tsx";
import { useIsViewer } from "../accounts/viewers.tsx";
import { describePause } from "./describe-pause.ts";
import { mayResume, scopeOfPause } from "./pause-scope.ts";
import type { View } from "./queue-search.ts";
import { useActOnQueue } from "./use-act-on-queue.ts";

/** Current pauses, each with a resume button. */
export function PausesCard({ pauses, view }: { pauses: Pause[]; view: View }) {
  const acting = useActOnQueue(() => undefined);
  const isViewer = useIsViewer();
  if (pauses.length === 0) return null;
  const resume = (pause: Pause) =>
    acting.mutate({ view, action: "resume", scope: scopeOfPause(pause, view) });
  return (
    <Card aria-label="Paused">
      <CardHeader title="Paused" />
      <ul className="divide-y px-5 pb-2">
        {pauses.map((pause) => {
          const title = describePause(pause);
          return (
            <li
              key={`${pause.account_id} ${pause.target} ${pause.name} ${pause.by_operator}`}
              data-row=""
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">
                  <bdi>{title}</bdi>
                </p>
                <p className="text-[13px] wrap-anywhere text-ink-soft">
                  {pause.reason ? <bdi>{pause.reason} · </bdi> : null}
                  {pause.by ?? (pause.by_operator ? "Operator" : "Unknown user")},{" "}
                  <Time value={pause.created_at} />
                  {pause.ends_at ? (
                    <>
                      {" "}
                      · ends <Time value={pause.ends_at} />
                    </>
                  ) : null}
                </p>
              </div>
              {!isViewer && mayResume(pause, view) ? (
                <Button
                  size="sm"
                  busy={acting.isPending}
                  aria-label={`Resume: ${title}`}
                  onClick={() => resume(pause)}
                >
                  Resume
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
