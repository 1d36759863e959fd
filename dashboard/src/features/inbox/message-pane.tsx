import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { EmailDetail } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { buttonStyles } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ArrowLeft, ArrowUpRight } from "../../ui/icons.gen.ts";
import { Time } from "../../ui/time.tsx";
import { Mailbox, Subject } from "../emails/email-addresses.tsx";
import { EmailSkeleton } from "../emails/email-skeleton.tsx";
import { emailQuery } from "../emails/emails.ts";
import type { MessageView } from "../emails/message-view.ts";
import { MessageViews } from "../emails/message-views.tsx";

type MessagePaneProps = {
  id: string | undefined;
  view: MessageView;
  onView: (view: MessageView) => void;
  className: string;
};

export function MessagePane({ id, view, onView, className }: MessagePaneProps) {
  return (
    <section aria-label="Message" className={cx("min-w-0 lg:flex lg:min-h-0 lg:flex-col", className)}>
      <div className="border-b p-2 lg:hidden">
        <Link
          from="/inbox"
          to="/inbox"
          search={(current) => ({ ...current, id: undefined, view: undefined })}
          className={buttonStyles({ variant: "ghost", size: "sm" })}
        >
          <ArrowLeft aria-hidden="true" />
          Inbox
        </Link>
      </div>
      {id === undefined ? null : <ShownMessage id={id} view={view} onView={onView} />}
    </section>
  );
}

type ShownMessageProps = {
  id: string;
  view: MessageView;
  onView: (view: MessageView) => void;
};

function ShownMessage({ id, view, onView }: ShownMessageProps) {
  const { data: email, error, refetch } = useQuery(emailQuery(id));
  if (!email && error) return <QueryError error={error} onRetry={() => void refetch()} />;
  return (
    <div className="px-4 py-4 sm:px-6 sm:py-5 lg:flex lg:min-h-0 lg:flex-1 lg:flex-col">
      {email ? (
        <>
          <MessageHeader email={email} />
          <MessageViews email={email} view={view} onView={onView} fill />
        </>
      ) : (
        <EmailSkeleton />
      )}
    </div>
  );
}

const SHOWN_RECIPIENTS = 3;

function MessageHeader({ email }: { email: EmailDetail }) {
  const others = email.recipient_count - SHOWN_RECIPIENTS;
  return (
    <header className="mb-3">
      <div className="flex items-start justify-between gap-4">
        <h2
          title={email.subject}
          className="line-clamp-3 min-w-0 text-lg font-semibold tracking-tight break-words"
        >
          <Subject text={email.subject} />
        </h2>
        <Link
          to="/emails/$emailId"
          params={{ emailId: email.id }}
          className={buttonStyles({ size: "sm", variant: "ghost", className: "-mt-0.5 -mr-2" })}
        >
          Details
          <ArrowUpRight aria-hidden="true" />
        </Link>
      </div>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-[13px]">
        <dt className="text-ink-faint">From</dt>
        <dd className="break-words">
          <Mailbox text={email.from} />
        </dd>
        <dt className="text-ink-faint">To</dt>
        <dd className="break-words">
          {email.to.slice(0, SHOWN_RECIPIENTS).map((recipient, index) => (
            <span key={recipient}>
              {index > 0 ? ", " : ""}
              <Mailbox text={recipient} />
            </span>
          ))}
          {others > 0 ? ` and ${others.toLocaleString("en")} more` : ""}
        </dd>
        <dt className="text-ink-faint">Date</dt>
        <dd>
          <Time value={email.created_at} />
        </dd>
      </dl>
    </header>
  );
}
