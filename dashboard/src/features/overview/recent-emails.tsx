import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { queryFailure } from "../../query-error.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useSteadyRows } from "../../ui/use-steady-rows.ts";
import { emailColumns } from "../emails/email-columns.tsx";
import { emailsQuery } from "../emails/emails.ts";
import { TestEmailButton } from "../emails/test-email/test-email-button.tsx";

export function RecentEmails() {
  const list = useRef<HTMLElement>(null);
  const emails = useQuery(emailsQuery({ limit: 6 }));
  const steady = useSteadyRows({
    latest: emails.data?.emails,
    checkedAt: emails.dataUpdatedAt,
    question: "recent",
    list,
  });
  return (
    <section ref={list} aria-labelledby="recent-emails" className="mt-8">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="recent-emails" className="text-[15px] font-semibold">
          Recent emails
        </h2>
        <TextLink to="/emails" className="text-[13px]">
          All emails
        </TextLink>
      </div>
      <DataTable
        label="Recent emails"
        columns={emailColumns}
        rows={steady.rows}
        rowId={(email) => email.id}
        empty={
          <div className="grid justify-items-center gap-4 px-6 py-12 text-ink-soft">
            <p>Emails appear here when you send them.</p>
            <TestEmailButton />
          </div>
        }
        failure={queryFailure(emails)}
      />
    </section>
  );
}
