import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { queryFailure } from "../../query-error.tsx";
import { totalQuery } from "../../total-query.ts";
import { buttonStyles } from "../../ui/button.tsx";
import { ExportButton } from "../../ui/export-button.tsx";
import { PenLine } from "../../ui/icons.gen.ts";
import { ListPage } from "../../ui/list-page.tsx";
import { LiveSign } from "../../ui/live-sign.tsx";
import { NoMatch } from "../../ui/no-match.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { useSelection } from "../../ui/use-selection.ts";
import { useSteadyRows } from "../../ui/use-steady-rows.ts";
import { HiddenFromViewers, useIsViewer } from "../accounts/viewers.tsx";
import { EmailsSelection } from "./bulk/emails-selection.tsx";
import { emailColumns } from "./email-columns.tsx";
import { EMAILS_KEY, emailsQuery, exportPath } from "./emails.ts";
import { EmailsFilters } from "./emails-filters.tsx";
import { apiFilters, type EmailsSearch, hasFilters } from "./emails-search.ts";
import { NoEmails } from "./no-emails.tsx";
import { SavedFilters } from "./saved-filters-bar.tsx";

export function EmailsPage() {
  const search = useSearch({ from: "/app/emails" });
  const filters = useFilters<EmailsSearch>();
  const list = useRef<HTMLDivElement>(null);
  const emails = useQuery(emailsQuery(search));
  const total = useQuery(totalQuery(EMAILS_KEY, "/api/emails", apiFilters(search))).data;
  const steady = useSteadyRows({
    latest: emails.data?.emails,
    checkedAt: emails.dataUpdatedAt,
    question: emails.isPlaceholderData ? "" : JSON.stringify(search),
    list,
  });
  const isViewer = useIsViewer();
  const selection = useSelection((steady.rows ?? []).map(({ id }) => id));
  return (
    <ListPage
      header={
        <PageHeader
          title="Emails"
          description="All emails, with their delivery status."
          actions={<HeaderActions search={search} isLost={emails.isError} />}
        />
      }
      filters={
        <>
          <EmailsFilters search={search} emails={steady.rows ?? []} {...filters} />
          <SavedFilters search={search} />
        </>
      }
      isFiltered={hasFilters(search)}
      newer={{ count: steady.newer, list, onPress: steady.showNewer }}
      label="Emails"
      columns={emailColumns}
      rows={steady.rows}
      rowId={(email) => email.id}
      selection={isViewer ? undefined : selection}
      rowLabel={(email) => `${email.subject || "(no subject)"} to ${email.to[0] ?? "nobody"}`}
      fading={emails.isPlaceholderData}
      failure={queryFailure(emails)}
      empty={<NoEmails />}
      noMatch={
        <NoMatch title="No emails match" onClear={filters.clear}>
          {suggestFilter(search)}
        </NoMatch>
      }
      pager={{
        cursor: search.cursor,
        pagination: emails.data && { ...emails.data.pagination, ...total },
        noun: "email",
      }}
    >
      <EmailsSelection selection={selection} emails={steady.rows ?? []} />
    </ListPage>
  );
}

function HeaderActions({ search, isLost }: { search: EmailsSearch; isLost: boolean }) {
  return (
    <>
      {search.cursor === undefined ? <LiveSign lost={isLost} /> : null}
      <ExportButton path={exportPath(search)} />
      <HiddenFromViewers>
        <Link to="/emails/new" className={buttonStyles({ variant: "primary" })}>
          <PenLine aria-hidden="true" />
          New email
        </Link>
      </HiddenFromViewers>
    </>
  );
}

function suggestFilter({ tag }: EmailsSearch): string {
  if (tag !== undefined) return "Enter the tag's full name, or name=value.";
  return "Try another word or status, or a longer period.";
}
