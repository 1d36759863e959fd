import type { EmailSummary } from "../../api-types.ts";
import { columnHelper } from "../../ui/data-table.tsx";
import { Paperclip } from "../../ui/icons.gen.ts";
import { RowLink } from "../../ui/row-link.tsx";
import { MomentText, Time } from "../../ui/time.tsx";
import { useNow } from "../../ui/use-now.ts";
import { Recipients, Sender, Subject } from "./email-addresses.tsx";
import { isScheduled } from "./emails.ts";
import { ScheduledBadge, StatusBadge } from "./status-badge.tsx";
import { RowTags } from "./tag-list.tsx";

const helper = columnHelper<EmailSummary>();

/** On a phone the first column has everything. */
export const emailColumns = [
  helper.display({
    id: "to",
    header: "To",
    meta: { className: "w-[99%] max-w-0 sm:w-1/2 lg:w-2/5 min-[90rem]:w-3/10" },
    cell: ({ row: { original: email } }) => (
      <>
        <span className="flex items-baseline justify-between gap-3">
          <RowLink to="/emails/$emailId" params={{ emailId: email.id }} className="block min-w-0 truncate">
            <Recipients email={email} />
          </RowLink>
          <Time value={email.created_at} className="shrink-0 text-xs text-ink-faint sm:hidden" />
        </span>
        <span className="mt-1 flex items-center justify-between gap-3 text-[13px] text-ink-soft sm:hidden">
          <span className="min-w-0 truncate">
            <Subject text={email.subject} />
            <AttachmentSign email={email} />
          </span>
          <ListedStatus email={email} />
        </span>
      </>
    ),
  }),
  // From 1,440 px on there is room for it.
  helper.display({
    id: "from",
    header: "From",
    meta: { className: "hidden max-w-0 min-[90rem]:table-cell min-[90rem]:w-1/5" },
    cell: ({ row: { original: email } }) => (
      <span title={email.from} className="block min-w-0 truncate text-ink-soft">
        <Sender text={email.from} />
      </span>
    ),
  }),
  helper.display({
    id: "subject",
    header: "Subject",
    meta: { className: "hidden w-1/2 max-w-0 sm:table-cell lg:w-3/5 min-[90rem]:w-1/2" },
    cell: ({ row: { original: email } }) => (
      <span className="flex min-w-0 items-center gap-2.5 text-ink-soft">
        <span className="min-w-0 truncate">
          <Subject text={email.subject} />
          <AttachmentSign email={email} />
        </span>
        <RowTags tags={email.tags} />
      </span>
    ),
  }),
  helper.display({
    id: "status",
    header: "Status",
    meta: { className: "hidden whitespace-nowrap sm:table-cell" },
    cell: ({ row: { original: email } }) => <ListedStatus email={email} />,
  }),
  helper.display({
    id: "created_at",
    header: "Accepted",
    meta: { className: "hidden whitespace-nowrap sm:table-cell" },
    cell: ({ row: { original: email } }) => <Time value={email.created_at} className="text-ink-soft" />,
  }),
];

function AttachmentSign({ email: { attachment_count } }: { email: EmailSummary }) {
  if (attachment_count === 0) return null;
  return (
    <Paperclip
      aria-label={attachment_count === 1 ? "1 attachment" : `${attachment_count} attachments`}
      className="ml-1.5 inline size-3.5 align-[-2px] text-ink-faint"
    />
  );
}

/** A scheduled email shows when it is sent. */
function ListedStatus({ email }: { email: EmailSummary }) {
  const now = useNow();
  if (email.scheduled_at === null || !isScheduled(email, now))
    return <StatusBadge status={email.status} complained={email.complained} />;
  return (
    <span className="inline-flex shrink-0 flex-wrap items-center gap-x-2 gap-y-0.5 lg:flex-nowrap">
      <ScheduledBadge />
      <span className="text-xs text-ink-soft max-sm:hidden">
        for <MomentText value={email.scheduled_at} />
      </span>
    </span>
  );
}
