import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { QueryError } from "../../query-error.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { emailsQuery } from "../emails/emails.ts";
import { EmailsTable } from "../emails/emails-table.tsx";
import { useSteadyRows } from "../emails/use-steady-rows.ts";

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
      <EmailsTable
        label="Recent emails"
        emails={steady.rows}
        empty={
          <p className="px-6 py-12 text-center text-ink-soft">
            Emails show up here as soon as they are sent.
          </p>
        }
        failure={
          emails.isError && !emails.data ? (
            <QueryError error={emails.error} onRetry={() => void emails.refetch()} />
          ) : null
        }
      />
    </section>
  );
}
