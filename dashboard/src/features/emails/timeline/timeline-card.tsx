import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { EmailDetail } from "../../../api-types.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardHeader } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { countMachines, timelineOf } from "./timeline-items.ts";
import { TimelineList } from "./timeline-list.tsx";
import { emailDeliveriesQuery } from "./webhook-deliveries.ts";

const PAGE_SIZE = 100;

export type TimelineView = {
  /** The position of the only recipient that is shown. */
  position: number | undefined;
  showsMachines: boolean;
};

type TimelineCardProps = {
  email: EmailDetail;
  view: TimelineView;
  onView: (view: TimelineView) => void;
};

/** Attempts, opens, clicks and requests to webhooks of an email, in order of time. */
export function TimelineCard({ email, view, onView }: TimelineCardProps) {
  const webhooks = useQuery(emailDeliveriesQuery(email));
  const [limit, setLimit] = useState(PAGE_SIZE);
  const deliveries = webhooks.data?.deliveries;
  const items = useMemo(() => timelineOf(email, deliveries ?? [], view), [email, deliveries, view]);
  const chosen = email.recipients.find(({ position }) => position === view.position);
  const machines = countMachines(chosen ? [chosen] : email.recipients);
  const rest = items.length - limit;
  return (
    <Card id="timeline" aria-label="Timeline" className="min-w-0 scroll-mt-20">
      <CardHeader
        title="Timeline"
        actions={
          machines === 0 ? null : (
            <Button
              size="sm"
              variant="ghost"
              className="-my-1.5"
              aria-pressed={view.showsMachines}
              onClick={() => onView({ ...view, showsMachines: !view.showsMachines })}
            >
              {view.showsMachines ? "Hide machines" : `Show machines (${machines.toLocaleString("en")})`}
            </Button>
          )
        }
      />
      <div className="px-5 pt-4 pb-5">
        {chosen ? (
          <p className="mb-4 flex items-center justify-between gap-3 rounded-lg bg-subtle px-3 py-1.5 text-[13px]">
            <span className="min-w-0 truncate" title={chosen.address}>
              Only <bdi className="font-medium">{chosen.address}</bdi>
            </span>
            <Button size="sm" variant="ghost" onClick={() => onView({ ...view, position: undefined })}>
              Show all
            </Button>
          </p>
        ) : null}
        <TimelineList
          email={email}
          items={items.slice(0, limit)}
          namesRecipients={email.recipients.length > 1 && !chosen}
        />
        {rest > 0 ? (
          <div className="pt-4 text-center">
            <Button size="sm" onClick={() => setLimit(limit + PAGE_SIZE)}>
              Show {Math.min(rest, PAGE_SIZE)} more of {rest.toLocaleString("en")}
            </Button>
          </div>
        ) : null}
        <WebhooksNote
          isLoading={webhooks.isPending}
          hasFailed={webhooks.isError && !webhooks.data}
          isComplete={webhooks.data?.isComplete ?? true}
          onRetry={() => void webhooks.refetch()}
        />
      </div>
    </Card>
  );
}

type WebhooksNoteProps = {
  isLoading: boolean;
  hasFailed: boolean;
  isComplete: boolean;
  onRetry: () => void;
};

/** Says what is missing of the webhooks' requests. */
function WebhooksNote({ isLoading, hasFailed, isComplete, onRetry }: WebhooksNoteProps) {
  if (hasFailed) {
    return (
      <div className="mt-4">
        <Alert tone="bad">
          <span className="flex flex-wrap items-center justify-between gap-2">
            Could not load the webhook deliveries.
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          </span>
        </Alert>
      </div>
    );
  }
  if (isLoading) {
    return (
      <div role="status" className="mt-4 ml-[7px] pl-6">
        <span className="sr-only">Loading webhook deliveries</span>
        <Skeleton className="w-40" />
      </div>
    );
  }
  if (isComplete) return null;
  return (
    <p className="mt-4 text-[13px] text-ink-soft">
      Only the first 500 webhook deliveries are shown. A webhook's log has all of them.
    </p>
  );
}
