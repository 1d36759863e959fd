import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { QueryError } from "../../../query-error.tsx";
import { BackLink } from "../../../ui/back-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { settingsQuery } from "../../accounts/settings.ts";
import { ComposeSheet } from "./compose-sheet.tsx";

export function ComposePage() {
  const { to } = useSearch({ from: "/app/emails/new" });
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  return (
    <>
      <PageHeader title="New email" back={<BackLink to="/emails">Emails</BackLink>} />
      {settings ? <ComposeSheet key={settings.account.id} account={settings.account} to={to} /> : null}
      {!settings && error ? (
        <Card>
          <QueryError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : null}
      {settings || error ? null : (
        <Card aria-busy="true" className="grid gap-5 p-5">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-48 w-full" />
        </Card>
      )}
    </>
  );
}
