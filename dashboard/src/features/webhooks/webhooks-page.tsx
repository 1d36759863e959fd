import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { lazyPart } from "../../app/lazy-part.tsx";
import { queryFailure } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Hook } from "../../ui/drawings/hook.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportButton } from "../../ui/export-button.tsx";
import { Plus } from "../../ui/icons.gen.ts";
import { ListPage } from "../../ui/list-page.tsx";
import { NoMatch } from "../../ui/no-match.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ON_ONE_PAGE } from "../../ui/pager.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { useSelection } from "../../ui/use-selection.ts";
import { HiddenFromViewers, useIsViewer } from "../accounts/viewers.tsx";
import { webhookColumns } from "./webhook-columns.tsx";
import { webhooksQuery } from "./webhooks.ts";
import { WebhooksFilters } from "./webhooks-filters.tsx";
import { exportPath, matchingWebhooks, type WebhooksSearch } from "./webhooks-search.ts";
import { WebhooksSelection } from "./webhooks-selection.tsx";

const AddWebhook = lazyPart(() => import("./add-webhook.tsx"), "AddWebhook");

export function WebhooksPage() {
  const search = useSearch({ from: "/app/webhooks" });
  const filters = useFilters<WebhooksSearch>();
  const isFiltered = Object.values(search).some(Boolean);
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery(webhooksQuery);
  const webhooks = query.data?.webhooks;
  const rows = useMemo(() => webhooks && matchingWebhooks(webhooks, search), [webhooks, search]);
  const selection = useSelection((rows ?? []).map(({ id }) => id));
  const isViewer = useIsViewer();
  const addButton = isViewer ? null : (
    <Button variant="primary" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" />
      Add webhook
    </Button>
  );
  return (
    <ListPage
      header={
        <PageHeader
          title="Webhooks"
          description="URLs that receive your events as signed requests."
          actions={
            webhooks?.length === 0 ? null : (
              <>
                <ExportButton path={exportPath(search)} />
                {addButton}
              </>
            )
          }
        />
      }
      filters={<WebhooksFilters search={search} isFiltered={isFiltered} {...filters} />}
      isFiltered={isFiltered}
      label="Webhooks"
      columns={webhookColumns}
      rows={rows}
      rowId={({ id }) => id}
      selection={isViewer ? undefined : selection}
      rowLabel={({ url }) => url}
      failure={queryFailure(query)}
      empty={
        <EmptyState drawing={Hook} title="No webhooks yet" action={addButton}>
          Add one, and your program is notified when an email is delivered or bounces. To try it on your
          machine, run <code className="font-mono text-[13px]">posthouse listen</code>.
        </EmptyState>
      }
      noMatch={
        <NoMatch title="No webhooks match" onClear={filters.clear}>
          Try part of a URL, or another status or type.
        </NoMatch>
      }
      pager={{ cursor: undefined, pagination: ON_ONE_PAGE, noun: "webhook" }}
    >
      <HiddenFromViewers>
        <WebhooksSelection selection={selection} webhooks={rows ?? []} />
      </HiddenFromViewers>
      {isAdding ? <AddWebhook onClose={() => setIsAdding(false)} /> : null}
    </ListPage>
  );
}
