import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Webhook, WebhookDelivery } from "../../../api-types.ts";
import { lazyPart } from "../../../app/lazy-part.tsx";
import { queryFailure } from "../../../query-error.tsx";
import { Hook } from "../../../ui/drawings/hook.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ExportButton } from "../../../ui/export-button.tsx";
import { ListPage } from "../../../ui/list-page.tsx";
import { LiveSign } from "../../../ui/live-sign.tsx";
import { NoMatch } from "../../../ui/no-match.tsx";
import { QueryBar } from "../../../ui/query-bar.tsx";
import { SectionHeader } from "../../../ui/section-header.tsx";
import { useFilters } from "../../../ui/use-filters.ts";
import { useSelection } from "../../../ui/use-selection.ts";
import { useSteadyRows } from "../../../ui/use-steady-rows.ts";
import { useIsViewer } from "../../accounts/viewers.tsx";
import { deliveriesQuery, deliveriesTotalQuery, exportPath } from "./deliveries.ts";
import { DELIVERY_KEYS, knownValues, searchOf } from "./deliveries-query.ts";
import { type DeliveriesSearch, hasFilters } from "./deliveries-search.ts";
import { deliveryColumns } from "./delivery-columns.tsx";

const DeliveriesSelection = lazyPart(() => import("./deliveries-selection.tsx"), "DeliveriesSelection");
const DeliveryDialog = lazyPart(() => import("./delivery-dialog.tsx"), "DeliveryDialog");

/** The log of a webhook: newest first, and live on its first page. */
export function DeliveriesSection({ webhook }: { webhook: Webhook }) {
  const { event: opened, ...search } = useSearch({ from: "/app/webhooks/$webhookId" });
  const navigate = useNavigate({ from: "/webhooks/$webhookId" });
  const filters = useFilters<DeliveriesSearch>();
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(deliveriesQuery(webhook.id, search));
  const total = useQuery(deliveriesTotalQuery(webhook.id, search)).data;
  // Another entry in the history: the back button closes the event.
  const open = useCallback(
    (event: string | undefined): void =>
      void navigate({ search: (current) => ({ ...current, event }), resetScroll: false }),
    [navigate],
  );
  const columns = useMemo(() => deliveryColumns({ onOpen: ({ event_id }) => open(event_id) }), [open]);
  const latest = useMemo(
    () => query.data?.events.map((event) => ({ ...event, id: event.event_id })),
    [query.data],
  );
  const steady = useSteadyRows({
    latest,
    checkedAt: query.dataUpdatedAt,
    question: query.isPlaceholderData ? "" : JSON.stringify(search),
    list,
  });
  const isViewer = useIsViewer();
  const [replaying, setReplaying] = useState<WebhookDelivery[] | null>(null);
  const selection = useSelection((steady.rows ?? []).map(({ event_id }) => event_id));
  return (
    <section aria-label="Log" className="min-w-0">
      <ListPage
        header={
          <SectionHeader
            title="Log"
            description="Events sent to this webhook in the last 30 days."
            actions={
              <>
                {search.cursor === undefined ? <LiveSign lost={query.isError} /> : null}
                <ExportButton path={exportPath(webhook.id, search)} />
              </>
            }
          />
        }
        filters={
          <QueryBar<DeliveriesSearch>
            label="Search the log"
            placeholder="Search by webhook-id, email ID or domain, or state:failed"
            keys={DELIVERY_KEYS}
            valuesOf={(key) => knownValues(key, steady.rows ?? [])}
            search={search}
            searchOf={searchOf}
            isFiltered={hasFilters(search)}
            {...filters}
          />
        }
        isFiltered={hasFilters(search)}
        newer={{ count: steady.newer, list, onPress: steady.showNewer }}
        label="Log"
        columns={columns}
        rows={steady.rows}
        rowId={({ event_id }) => event_id}
        selection={isViewer ? undefined : selection}
        rowLabel={({ type, event_id }) => `${type} ${event_id}`}
        fading={query.isPlaceholderData}
        failure={queryFailure(query)}
        empty={
          <EmptyState drawing={Hook} title="Nothing sent yet">
            Events appear here when they are sent. To see one now, send a test event.
          </EmptyState>
        }
        noMatch={
          <NoMatch title="No events match" onClear={filters.clear}>
            Try a webhook-id, the ID of an email or contact, a domain, or another state or type.
          </NoMatch>
        }
        pager={{
          cursor: search.cursor,
          pagination: query.data && { ...query.data.pagination, ...total },
          noun: "event",
        }}
      >
        {selection.selected.size === 0 && replaying === null ? null : (
          <DeliveriesSelection
            webhookId={webhook.id}
            selection={selection}
            deliveries={steady.rows ?? []}
            replaying={replaying}
            onReplay={setReplaying}
          />
        )}
        {opened === undefined ? null : (
          <DeliveryDialog webhookId={webhook.id} eventId={opened} onClose={() => open(undefined)} />
        )}
      </ListPage>
    </section>
  );
}
