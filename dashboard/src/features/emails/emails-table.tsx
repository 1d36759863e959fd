import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { columnHelper, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { Time } from "../../ui/time.tsx";
import { Recipients, Subject } from "./email-addresses.tsx";
import type { EmailSummary } from "./emails.ts";
import { SendExample } from "./send-example.tsx";
import { StatusBadge } from "./status-badge.tsx";

const helper = columnHelper<EmailSummary>();

/** On a phone the subject stands below the recipient, and the time below the status. */
const columns = [
  helper.display({
    id: "to",
    header: "To",
    meta: { className: "w-[99%] max-w-0 sm:w-2/5" },
    cell: ({ row: { original: email } }) => (
      <>
        <RowLink to="/emails/$emailId" params={{ emailId: email.id }} className="block truncate">
          <Recipients to={email.to} count={email.recipient_count} />
        </RowLink>
        <span className="block truncate text-[13px] text-ink-soft sm:hidden">
          <Subject text={email.subject} />
        </span>
      </>
    ),
  }),
  helper.display({
    id: "subject",
    header: "Subject",
    meta: { className: "hidden w-3/5 max-w-0 sm:table-cell" },
    cell: ({ row: { original: email } }) => (
      <span className="block truncate text-ink-soft">
        <Subject text={email.subject} />
      </span>
    ),
  }),
  helper.display({
    id: "status",
    header: "Status",
    meta: { className: "text-right whitespace-nowrap sm:text-left" },
    cell: ({ row: { original: email } }) => (
      <>
        <StatusBadge status={email.status} />
        <Time value={email.created_at} className="mt-0.5 block text-xs text-ink-faint sm:hidden" />
      </>
    ),
  }),
  helper.display({
    id: "created_at",
    header: "Accepted",
    meta: { className: "hidden whitespace-nowrap sm:table-cell" },
    cell: ({ row: { original: email } }) => <Time value={email.created_at} className="text-ink-soft" />,
  }),
];

interface EmailsTableProps {
  label: string;
  /** Undefined while loading. */
  emails: EmailSummary[] | undefined;
  failure?: ReactNode;
  empty?: ReactNode;
  fading?: boolean;
}

export function EmailsTable({ label, emails, failure, empty = <NoEmails />, fading }: EmailsTableProps) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={emails}
      rowId={(email) => email.id}
      failure={failure}
      empty={empty}
      fading={fading ?? false}
    />
  );
}

function NoEmails() {
  return (
    <EmptyState icon={Send} title="No emails yet" action={<SendExample className="text-left" />}>
      Send the first one from a terminal. It shows up here at once.
    </EmptyState>
  );
}
