import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { PenLine } from "lucide-react";
import { useRef } from "react";
import { queryFailure } from "../../query-error.tsx";
import { buttonStyles } from "../../ui/button.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { LiveSign } from "../../ui/live-sign.tsx";
import { NoMatch } from "../../ui/no-match.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { useSteadyRows } from "../../ui/use-steady-rows.ts";
import { emailColumns } from "./email-columns.tsx";
import { emailsQuery } from "./emails.ts";
import { EmailsFilters } from "./emails-filters.tsx";
import { type EmailsSearch, hasFilters } from "./emails-search.ts";
import { NoEmails } from "./no-emails.tsx";
import { SavedFilters } from "./saved-filters-bar.tsx";

export function EmailsPage() {
  const search = useSearch({ from: "/app/emails" });
  const filters = useFilters<EmailsSearch>();
  const list = useRef<HTMLDivElement>(null);
  const emails = useQuery(emailsQuery(search));
  const steady = useSteadyRows({
    latest: emails.data?.emails,
    checkedAt: emails.dataUpdatedAt,
    question: emails.isPlaceholderData ? "" : JSON.stringify(search),
    list,
  });
  return (
    <ListPage
      header={
        <PageHeader
          title="Emails"
          description="All emails, with their delivery status."
          actions={<HeaderActions isLive={search.cursor === undefined} isLost={emails.isError} />}
        />
      }
      filters={
        <>
          <EmailsFilters search={search} {...filters} />
          <SavedFilters search={search} />
        </>
      }
      isFiltered={hasFilters(search)}
      newer={{ count: steady.newer, list, onPress: steady.showNewer }}
      label="Emails"
      columns={emailColumns}
      rows={steady.rows}
      rowId={(email) => email.id}
      fading={emails.isPlaceholderData}
      failure={emails.data ? null : queryFailure(emails)}
      empty={<NoEmails />}
      noMatch={
        <NoMatch title="No emails match" onClear={filters.clear}>
          {suggestFilter(search)}
        </NoMatch>
      }
      pager={{ cursor: search.cursor, pagination: emails.data?.pagination, noun: "email" }}
    />
  );
}

function HeaderActions({ isLive, isLost }: { isLive: boolean; isLost: boolean }) {
  return (
    <>
      {isLive ? <LiveSign lost={isLost} /> : null}
      <Link to="/emails/new" className={buttonStyles({ variant: "primary" })}>
        <PenLine aria-hidden="true" />
        New email
      </Link>
    </>
  );
}

function suggestFilter({ to, tag }: EmailsSearch): string {
  if (to !== undefined) return "Enter the recipient's full address, such as ada@example.com.";
  if (tag !== undefined) return "Enter the tag's full name, or name:value. Tags are case-sensitive.";
  return "Try another word or status, or a longer period.";
}
