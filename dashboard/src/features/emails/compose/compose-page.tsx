import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { browserStorage } from "../../../browser-storage.ts";
import { QueryError } from "../../../query-error.tsx";
import { BackLink } from "../../../ui/back-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { ClosedCounter } from "../../../ui/drawings/closed-counter.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { settingsQuery } from "../../accounts/settings.ts";
import { useIsViewer } from "../../accounts/viewers.tsx";
import { newIdempotencyKey } from "./compose-api.ts";
import { ComposeSheet } from "./compose-sheet.tsx";
import { isBeingSent, latestDraftId } from "./kept-draft.ts";

export function ComposePage() {
  const { to } = useSearch({ from: "/app/emails/new" });
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  const isViewer = useIsViewer();
  const draftId = useDraftId(settings?.account.id);
  return (
    <>
      <PageHeader title="New email" back={<BackLink to="/emails">Emails</BackLink>} />
      {isViewer ? (
        <Card>
          <EmptyState drawing={ClosedCounter} title="You cannot send email">
            You are a viewer of this account. An owner can change your role.
          </EmptyState>
        </Card>
      ) : settings && draftId ? (
        <ComposeSheet
          key={`${settings.account.id} ${draftId}`}
          account={settings.account}
          draftId={draftId}
          to={to}
        />
      ) : null}
      {!settings && error ? (
        <Card>
          <QueryError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : null}
      {settings || error || isViewer ? null : (
        <Card aria-busy="true" className="grid gap-5 p-5">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-48 w-full" />
        </Card>
      )}
    </>
  );
}

/**
 * The id in the address. Without one, unless the link names a recipient: that of the form on the page, which keeps its attachments, or
 * else that of the draft that was edited last.
 */
function useDraftId(accountId: string | undefined): string | undefined {
  const { to, draft } = useSearch({ from: "/app/emails/new" });
  const navigate = useNavigate({ from: "/emails/new" });
  const [shown, setShown] = useState(draft);
  if (draft !== undefined && draft !== shown) setShown(draft);
  const staying = to !== undefined || shown === undefined || isBeingSent(shown) ? undefined : shown;
  useEffect(() => {
    if (draft !== undefined || accountId === undefined) return;
    const latest = to === undefined ? latestDraftId(browserStorage("session"), accountId) : undefined;
    const id = staying ?? latest ?? newIdempotencyKey();
    void navigate({ search: (current) => ({ ...current, draft: id }), replace: true });
  }, [draft, staying, accountId, to, navigate]);
  return draft ?? staying;
}
