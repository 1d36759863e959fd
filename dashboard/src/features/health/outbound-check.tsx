import { useMutation } from "@tanstack/react-query";
import { formError } from "../../form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { useIsViewer } from "../accounts/viewers.tsx";
import { checkOutbound } from "./health.ts";
import { LevelIcon } from "./level-icon.tsx";

/** Runs only on request, because it connects to another server. */
export function OutboundCheck() {
  const checking = useMutation({ mutationFn: checkOutbound });
  const { data, error } = checking;
  if (useIsViewer()) return null;
  return (
    <div className="grid max-w-md gap-2 sm:justify-items-end">
      <Button size="sm" busy={checking.isPending} onClick={() => checking.mutate()}>
        Test outbound port 25
      </Button>
      <div role="status" className="text-[13px] wrap-anywhere text-ink-soft">
        {data ? (
          <span className="flex gap-2">
            <LevelIcon level={data.level} className="mt-0.5" />
            <span>
              {data.words}
              {data.next ? `. ${data.next}` : ""}
            </span>
          </span>
        ) : null}
        {error ? formError(error, []) : null}
      </div>
    </div>
  );
}
