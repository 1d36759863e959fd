import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { WebhookDeliveryDetail } from "../../../api-types.ts";
import { QueryError } from "../../../query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../../ui/dialog.tsx";
import { RotateCw } from "../../../ui/icons.gen.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { Time } from "../../../ui/time.tsx";
import { showToast } from "../../../ui/toast.ts";
import { HiddenFromViewers } from "../../accounts/viewers.tsx";
import { replayEvents, WEBHOOKS_KEY } from "../webhooks.ts";
import { AttemptView } from "./attempt-view.tsx";
import { deliveryQuery } from "./deliveries.ts";
import { DeliveryBadge } from "./delivery-columns.tsx";

type DeliveryDialogProps = { webhookId: string; eventId: string; onClose: () => void };

/** One event with its payload and attempts. */
export function DeliveryDialog({ webhookId, eventId, onClose }: DeliveryDialogProps) {
  const query = useQuery(deliveryQuery(webhookId, eventId));
  const body = useRef<HTMLDivElement>(null);
  // Otherwise the copy button gets the focus, and its tooltip consumes the first Escape.
  useEffect(() => body.current?.focus(), []);
  return (
    <Dialog title={query.data?.type ?? "Event"} shape="side" onClose={onClose}>
      <DialogBody ref={body} tabIndex={-1} className="grid content-start gap-5 outline-none">
        {query.data ? (
          <DeliveryView delivery={query.data} />
        ) : query.error ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div aria-busy="true" className="grid gap-4">
            <Skeleton className="w-56" />
            <Skeleton className="w-72" />
          </div>
        )}
      </DialogBody>
      {query.data && !query.data.is_test ? (
        <HiddenFromViewers>
          <DialogFooter>
            <ReplayButton webhookId={webhookId} eventId={eventId} />
          </DialogFooter>
        </HiddenFromViewers>
      ) : null}
    </Dialog>
  );
}

function DeliveryView({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const {
    email_id,
    event_id,
    payload,
    payload_erased,
    payload_redacted,
    next_attempt_at,
    is_test,
    attempts,
    log,
  } = delivery;
  return (
    <>
      <div className="grid gap-2 text-[13px]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <DeliveryBadge delivery={delivery} />
          {next_attempt_at === null ? null : (
            <span className="text-ink-soft">
              Next attempt <Time value={next_attempt_at} />
            </span>
          )}
          {is_test || email_id === null ? null : (
            <TextLink to="/emails/$emailId" params={{ emailId: email_id }}>
              Email
            </TextLink>
          )}
        </p>
        <p className="font-mono text-xs break-all text-ink-faint">{event_id}</p>
        {payload_erased ? (
          <p className="text-ink-soft">The email was deleted, so the payload has only IDs.</p>
        ) : null}
        {payload_redacted ? (
          <p className="text-ink-soft">
            The reader's IP address and user agent were removed or never stored. If they were removed, the
            request had them.
          </p>
        ) : null}
      </div>
      <section aria-label="Attempts" className="grid gap-3">
        <h3 className="text-[13px] font-medium">Attempts</h3>
        {log.length === 0 ? <p className="text-[13px] text-ink-soft">None yet.</p> : null}
        {log.toReversed().map((attempt, index) => (
          <AttemptView key={attempt.attempt} attempt={attempt} isLast={index === 0} />
        ))}
        {log.length < attempts ? (
          <p className="text-[13px] text-ink-soft">Earlier attempts are not shown.</p>
        ) : null}
      </section>
      {payload === null ? null : (
        <section aria-label="Payload" className="grid gap-2">
          <h3 className="text-[13px] font-medium">Payload</h3>
          <CodeBlock code={indented(payload)} copyLabel="Copy payload" />
        </section>
      )}
    </>
  );
}

function ReplayButton({ webhookId, eventId }: { webhookId: string; eventId: string }) {
  const queryClient = useQueryClient();
  const replaying = useMutation({
    mutationFn: () => replayEvents(webhookId, { event_id: eventId }),
    onSuccess: () => {
      showToast({ title: "Replaying 1 event" });
      return queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    },
    onError: (error) =>
      showToast({ tone: "bad", title: "Could not replay the event", description: error.message }),
  });
  return (
    <Button variant="primary" busy={replaying.isPending} onClick={() => replaying.mutate()}>
      <RotateCw aria-hidden="true" />
      Replay
    </Button>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
