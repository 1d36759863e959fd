import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { Queue, QueueAction, QueueGroup, QueueScope } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ChevronDown } from "../../ui/icons.gen.ts";
import { LiveSign } from "../../ui/live-sign.tsx";
import { Menu } from "../../ui/menu.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { HiddenFromViewers } from "../accounts/viewers.tsx";
import { ActionDialog, type PendingAction } from "./action-dialog.tsx";
import { ClosedThrottles } from "./closed-throttles.tsx";
import { EmptyQueue } from "./empty-queue.tsx";
import { formatCount } from "./format-count.ts";
import { GroupRow } from "./group-row.tsx";
import { mayResume, scopeOfPause } from "./pause-scope.ts";
import { PausesCard } from "./pauses-card.tsx";
import { queueQuery } from "./queue.ts";
import { QueueFilterBar } from "./queue-filter-bar.tsx";
import { QueueMenuItems } from "./queue-menu-items.tsx";
import { type QueueSearch, queueFilters, type View } from "./queue-search.ts";
import { QueueSkeleton } from "./queue-skeleton.tsx";
import { QueueTotals } from "./queue-totals.tsx";
import { UncertainCard } from "./uncertain-card.tsx";

const route = getRouteApi("/app/queue");

/** Queued mail by destination, with actions. */
export function QueuePage() {
  const search = route.useSearch();
  const { change } = useFilters<QueueSearch>();
  const view = search.view ?? "own";
  const isFiltered = Object.values(queueFilters(search)).some(Boolean);
  const { data: queue, error, refetch, isPlaceholderData } = useQuery(queueQuery(search));
  const [pending, setPending] = useState<PendingAction | null>(null);
  return (
    <>
      <PageHeader
        title="Queue"
        description="Emails waiting to be sent."
        actions={
          <>
            <LiveSign lost={error !== null} />
            <HiddenFromViewers>
              {queue ? <AllMenu queue={queue} view={view} onAsk={setPending} /> : null}
            </HiddenFromViewers>
          </>
        }
      />
      <QueueFilterBar search={search} isFiltered={isFiltered} change={change} />
      {queue ? (
        <Contents
          queue={queue}
          view={view}
          search={search}
          isFiltered={isFiltered}
          isLoading={isPlaceholderData}
          onClear={() => change(queueFilters({}))}
          onAsk={setPending}
        />
      ) : error ? (
        <Card>
          <QueryError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <QueueSkeleton />
      )}
      {pending ? <ActionDialog pending={pending} view={view} onClose={() => setPending(null)} /> : null}
    </>
  );
}

type ContentsProps = {
  queue: Queue;
  view: View;
  search: QueueSearch;
  isFiltered: boolean;
  /** The rows are those of the previous search or page. */
  isLoading: boolean;
  onClear: () => void;
  onAsk: (pending: PendingAction) => void;
};

function Contents(props: ContentsProps) {
  const { queue, view, search, isFiltered, isLoading, onClear, onAsk } = props;
  const { groups, totals, counted_up_to: most } = queue;
  const noun = view === "accounts" ? "account" : "destination";
  const longest = Math.max(
    ...groups.map(({ waiting, in_flight, delayed }) => waiting + in_flight + delayed),
    1,
  );
  return (
    <div className="grid gap-6">
      <QueueTotals queue={queue} />
      {queue.workers === 0 && totals.waiting > 0 ? (
        <Alert tone="warn">
          No worker is running, so no mail is sent. New mail is still accepted and queued.
        </Alert>
      ) : null}
      <ClosedThrottles queue={queue} />
      <PausesCard pauses={queue.pauses} view={view} />
      <section aria-label={view === "accounts" ? "Accounts" : "Destinations"} className="grid gap-4">
        {queue.is_partial ? <Alert>Too many destinations to count: some are not shown.</Alert> : null}
        <Card>
          {groups.length === 0 ? (
            <EmptyQueue totals={totals} isFiltered={isFiltered} onClear={onClear} />
          ) : (
            <ul className="divide-y">
              {groups.map((group) => (
                <GroupRow
                  key={group.id}
                  group={group}
                  longest={longest}
                  countedUpTo={most}
                  mayResume={group.pause !== null && mayResume(group.pause, view)}
                  onAction={(action) => onAsk(askOfGroup(action, { group, view, most }))}
                />
              ))}
            </ul>
          )}
        </Card>
        <Pager
          cursor={search.cursor}
          pagination={queue.pagination}
          count={groups.length}
          noun={noun}
          isLoading={isLoading}
        />
      </section>
      {view === "own" ? <UncertainCard search={search} /> : null}
    </div>
  );
}

function askOfGroup(
  action: QueueAction,
  { group, view, most }: { group: QueueGroup; view: View; most: number },
): PendingAction {
  const own: QueueScope = view === "accounts" ? { account_id: group.id } : { destination: group.id };
  const scope = action === "resume" && group.pause ? scopeOfPause(group.pause, view) : own;
  return {
    action,
    scope,
    name: group.name,
    waiting: formatCount(group.waiting, most),
    delayed: formatCount(group.delayed, most),
  };
}

function AllMenu({
  queue,
  view,
  onAsk,
}: {
  queue: Queue;
  view: View;
  onAsk: (pending: PendingAction) => void;
}) {
  const { totals, counted_up_to: most, pauses } = queue;
  const isPaused = pauses.some(
    (pause) =>
      pause.target === "all" && (view === "own" || pause.account_id === null) && mayResume(pause, view),
  );
  return (
    <Menu
      trigger={
        <Button>
          All mail
          <ChevronDown aria-hidden="true" className="size-4" />
        </Button>
      }
    >
      <QueueMenuItems
        isPaused={isPaused}
        onAction={(action) =>
          onAsk({
            action,
            scope: {},
            name: view === "own" ? "all mail" : "all mail of all accounts",
            waiting: formatCount(totals.waiting, most),
            delayed: formatCount(totals.delayed, most),
          })
        }
      />
    </Menu>
  );
}
