import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SearchX, Terminal } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { ApiRequest } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { Button, buttonStyles } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { keysQuery } from "../accounts/keys/keys.ts";
import { LiveSign } from "../emails/live-sign.tsx";
import { NewerButton } from "../emails/newer-button.tsx";
import { SendExample } from "../emails/send-example.tsx";
import { useSteadyRows } from "../emails/use-steady-rows.ts";
import { requestColumns } from "./request-columns.tsx";
import { RequestDialog } from "./request-dialog.tsx";
import { requestsQuery } from "./requests.ts";
import { RequestsFilters, useRequestsFilters } from "./requests-filters.tsx";
import { hasFilters } from "./requests-search.ts";

export function RequestsPage() {
  const { search, clear } = useRequestsFilters();
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ApiRequest | null>(null);
  const requests = useQuery(requestsQuery(search));
  const nameOfKey = useKeyNames();
  const columns = useMemo(() => requestColumns({ nameOfKey, onOpen: setOpened }), [nameOfKey]);
  const steady = useSteadyRows({
    latest: requests.data?.requests,
    checkedAt: requests.dataUpdatedAt,
    question: requests.isPlaceholderData ? "" : JSON.stringify(search),
    list,
  });
  const pagination = requests.data?.pagination;
  return (
    <>
      <PageHeader
        title="Requests"
        description="What programs asked of the API in the last seven days: all that failed, and most that did not."
        actions={search.cursor === undefined ? <LiveSign lost={requests.isError} /> : null}
      />
      <RequestsFilters />
      <div ref={list}>
        <NewerButton count={steady.newer} noun="request" onPress={steady.showNewer} />
        <DataTable
          label="Requests"
          columns={columns}
          rows={steady.rows}
          rowId={(request) => request.id}
          fading={requests.isPlaceholderData}
          failure={
            requests.isError && !requests.data ? (
              <QueryError error={requests.error} onRetry={() => void requests.refetch()} />
            ) : null
          }
          empty={
            hasFilters(search) ? (
              <NoMatch nextCursor={pagination?.next_cursor ?? null} onClear={clear} />
            ) : (
              <NoRequests />
            )
          }
        />
      </div>
      <div className="mt-4">
        <Pager
          cursor={search.cursor}
          pagination={pagination}
          count={steady.rows?.length ?? 0}
          noun="request"
        />
      </div>
      {opened ? (
        <RequestDialog request={opened} keyName={nameOfKey(opened.key_id)} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}

function useKeyNames(): (id: number | null) => string {
  const keys = useQuery(keysQuery).data?.keys;
  return useMemo(() => {
    const names = new Map(keys?.map(({ id, name }) => [id, name]));
    return (id) => {
      if (id === null) return "No key";
      return names.get(id) ?? (keys ? `Revoked key ${id}` : `Key ${id}`);
    };
  }, [keys]);
}

/** A search looks through a part of the log at a time: there may be more behind it. */
function NoMatch({ nextCursor, onClear }: { nextCursor: string | null; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={nextCursor === null ? "No request matches" : "Nothing among the newest"}
      action={
        <>
          {nextCursor === null ? null : (
            <Link
              from="/requests"
              to="/requests"
              search={(current) => ({ ...current, cursor: nextCursor })}
              className={buttonStyles()}
            >
              Look further back
            </Link>
          )}
          <Button onClick={onClear}>Clear filters</Button>
        </>
      }
    >
      {nextCursor === null
        ? "Search takes a part of the path, of the request id or of the error code."
        : "Older requests have not been searched yet."}
    </EmptyState>
  );
}

function NoRequests() {
  return (
    <EmptyState icon={Terminal} title="No requests yet" action={<SendExample className="text-left" />}>
      As soon as a program uses one of your keys, its requests stand here.
    </EmptyState>
  );
}
