import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import type { ApiRequest } from "../../api-types.ts";
import { queryFailure } from "../../query-error.tsx";
import { buttonStyles } from "../../ui/button.tsx";
import { Telegraph } from "../../ui/drawings/telegraph.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportButton } from "../../ui/export-button.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { LiveSign } from "../../ui/live-sign.tsx";
import { NoMatch } from "../../ui/no-match.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { useSteadyRows } from "../../ui/use-steady-rows.ts";
import { keysQuery } from "../accounts/keys/keys.ts";
import { SendExample } from "../emails/send-example.tsx";
import { requestColumns } from "./request-columns.tsx";
import { RequestDialog } from "./request-dialog.tsx";
import { exportPath, requestsQuery, requestsTotalQuery } from "./requests.ts";
import { RequestsFilters } from "./requests-filters.tsx";
import type { NamedKey } from "./requests-query.ts";
import { hasFilters, type RequestsSearch } from "./requests-search.ts";

export function RequestsPage() {
  const search = useSearch({ from: "/app/requests" });
  const filters = useFilters<RequestsSearch>();
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ApiRequest | null>(null);
  const requests = useQuery(requestsQuery(search));
  const total = useQuery(requestsTotalQuery(search)).data;
  const keys = useQuery(keysQuery).data?.keys;
  const nameOfKey = useMemo(() => keyNames(keys), [keys]);
  const columns = useMemo(() => requestColumns({ nameOfKey, onOpen: setOpened }), [nameOfKey]);
  const steady = useSteadyRows({
    latest: requests.data?.requests,
    checkedAt: requests.dataUpdatedAt,
    question: requests.isPlaceholderData ? "" : JSON.stringify(search),
    list,
  });
  const pagination = requests.data?.pagination;
  return (
    <ListPage
      header={
        <PageHeader
          title="API logs"
          description="API requests from the last 7 days. At most 500 failures and 100 successes per second are kept."
          actions={
            <>
              {search.cursor === undefined ? <LiveSign lost={requests.isError} /> : null}
              <ExportButton path={exportPath(search)} />
            </>
          }
        />
      }
      filters={
        <RequestsFilters search={search} keys={keys ?? []} requests={steady.rows ?? []} {...filters} />
      }
      isFiltered={hasFilters(search)}
      newer={{ count: steady.newer, list, onPress: steady.showNewer }}
      label="API logs"
      columns={columns}
      rows={steady.rows}
      rowId={(request) => request.id}
      fading={requests.isPlaceholderData}
      failure={queryFailure(requests)}
      empty={
        <EmptyState
          drawing={Telegraph}
          title="No requests yet"
          action={<SendExample className="text-left" />}
        >
          Requests made with your API keys appear here.
        </EmptyState>
      }
      noMatch={<NoRequestMatches nextCursor={pagination?.next_cursor ?? null} onClear={filters.clear} />}
      pager={{
        cursor: search.cursor,
        pagination: pagination && { ...pagination, ...total },
        noun: "request",
      }}
    >
      {opened ? (
        <RequestDialog request={opened} keyName={nameOfKey(opened.key_id)} onClose={() => setOpened(null)} />
      ) : null}
    </ListPage>
  );
}

/** Returns the name of a key, also of a revoked one. `keys` is undefined while they load. */
function keyNames(keys: readonly NamedKey[] | undefined): (id: number | null) => string {
  const names = new Map(keys?.map(({ id, name }) => [id, name]));
  return (id) => {
    if (id === null) return "No key";
    return names.get(id) ?? (keys ? `Revoked key ${id}` : `Key ${id}`);
  };
}

type NoRequestMatchesProps = {
  nextCursor: string | null;
  onClear: () => void;
};

/** Each search covers one part of the log; older parts may hold matches. */
function NoRequestMatches({ nextCursor, onClear }: NoRequestMatchesProps) {
  if (nextCursor === null) {
    return (
      <NoMatch title="No requests match" onClear={onClear}>
        Try part of a path, a request ID or an error code.
      </NoMatch>
    );
  }
  return (
    <NoMatch
      title="No matches in recent requests"
      onClear={onClear}
      actions={
        <Link
          from="/requests"
          to="/requests"
          search={(current) => ({ ...current, cursor: nextCursor })}
          className={buttonStyles()}
        >
          Search older requests
        </Link>
      }
    >
      Older requests have not been searched yet.
    </NoMatch>
  );
}
