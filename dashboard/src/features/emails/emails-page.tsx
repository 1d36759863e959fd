import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PenLine, SearchX } from "lucide-react";
import { useRef } from "react";
import { QueryError } from "../../query-error.tsx";
import { Button, buttonStyles } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { emailsQuery } from "./emails.ts";
import { EmailsFilters, useEmailsFilters } from "./emails-filters.tsx";
import { type EmailsSearch, hasFilters } from "./emails-search.ts";
import { EmailsTable } from "./emails-table.tsx";
import { LiveSign } from "./live-sign.tsx";
import { NewerButton } from "./newer-button.tsx";
import { SavedFilters } from "./saved-filters-bar.tsx";
import { useSteadyRows } from "./use-steady-rows.ts";

export function EmailsPage() {
  const { search, clear } = useEmailsFilters();
  const list = useRef<HTMLDivElement>(null);
  const emails = useQuery(emailsQuery(search));
  const steady = useSteadyRows({
    latest: emails.data?.emails,
    checkedAt: emails.dataUpdatedAt,
    question: emails.isPlaceholderData ? "" : JSON.stringify(search),
    list,
  });
  return (
    <>
      <PageHeader
        title="Emails"
        description="Everything that was accepted for sending, and what became of it."
        actions={
          <>
            {search.cursor === undefined ? <LiveSign lost={emails.isError} /> : null}
            <Link to="/emails/new" className={buttonStyles({ variant: "primary" })}>
              <PenLine aria-hidden="true" />
              New email
            </Link>
          </>
        }
      />
      <EmailsFilters />
      <SavedFilters search={search} />
      <div ref={list}>
        <NewerButton count={steady.newer} onPress={steady.showNewer} />
        <EmailsTable
          label="Emails"
          emails={steady.rows}
          failure={
            emails.isError && !emails.data ? (
              <QueryError error={emails.error} onRetry={() => void emails.refetch()} />
            ) : null
          }
          fading={emails.isPlaceholderData}
          {...(hasFilters(search) ? { empty: <NoMatch search={search} onClear={clear} /> } : {})}
        />
      </div>
      <div className="mt-4">
        <Pager
          cursor={search.cursor}
          pagination={emails.data?.pagination}
          count={steady.rows?.length ?? 0}
          noun="email"
        />
      </div>
    </>
  );
}

function NoMatch({ search, onClear }: { search: EmailsSearch; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No email matches"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      {whatToTry(search)}
    </EmptyState>
  );
}

function whatToTry({ to, tag }: EmailsSearch): string {
  if (to !== undefined) return "A recipient is found by the whole address, like ada@example.com.";
  if (tag !== undefined)
    return "A tag is found by its whole name, or name:value, in the case in which it was given.";
  return "Try another word, another status or more days.";
}
