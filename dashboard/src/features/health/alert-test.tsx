import { useMutation } from "@tanstack/react-query";
import { formError } from "../../form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { testAlerts } from "./health.ts";
import { LevelIcon } from "./level-icon.tsx";

/** Sends a test alert by email and webhook. */
export function AlertTest() {
  const testing = useMutation({ mutationFn: testAlerts });
  const { data, error } = testing;
  return (
    <div className="grid justify-items-start gap-2 px-5 pt-3">
      <Button size="sm" busy={testing.isPending} onClick={() => testing.mutate()}>
        Send test alert
      </Button>
      <div role="status" className="grid gap-1 text-[13px] wrap-anywhere text-ink-soft">
        {data?.notified.map(({ by, ok, words, took_ms }) => (
          <span key={by} className="flex gap-2">
            <LevelIcon level={ok ? "ok" : "failed"} className="mt-0.5" />
            <bdi>
              {words}, after {took_ms.toLocaleString("en")} ms.
            </bdi>
          </span>
        ))}
        {error ? formError(error, []) : null}
      </div>
    </div>
  );
}
