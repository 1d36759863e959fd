import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { EmailDetail } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { Button, buttonStyles } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ArrowLeft, ArrowUpRight, Mail, MailOpen, Send, Trash } from "../../ui/icons.gen.ts";
import { Time } from "../../ui/time.tsx";
import { HiddenFromViewers, useIsViewer } from "../accounts/viewers.tsx";
import { Mailbox, Subject } from "../emails/email-addresses.tsx";
import { EmailSkeleton } from "../emails/email-skeleton.tsx";
import { emailQuery } from "../emails/emails.ts";
import type { MessageView } from "../emails/message-view.ts";
import { MessageViews } from "../emails/message-views.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The entry before is the list of the inbox. */
    isFromList?: boolean;
  }
}

type MessagePaneProps = {
  id: string | undefined;
  /** Undefined until the list is loaded, and for a message that is not on its page. */
  isUnread: boolean | undefined;
  /** The user chose the message. Otherwise it is the first one, which narrow screens do not show. */
  isOpened: boolean;
  /** Showing it does not mark it as read, because that would take it out of the list. */
  staysUnread: boolean;
  onMark: (id: string, read: boolean) => void;
  onDelete: (id: string) => void;
  view: MessageView;
  onView: (view: MessageView) => void;
  className: string;
};

export function MessagePane({ className, ...message }: MessagePaneProps) {
  const { id } = message;
  const router = useRouter();
  const isFromList = useLocation({ select: (location) => location.state.isFromList === true });
  return (
    <section aria-label="Message" className={cx("min-w-0 lg:flex lg:min-h-0 lg:flex-col", className)}>
      <div className="border-b p-2 lg:hidden">
        <Link
          from="/inbox"
          to="/inbox"
          search={(current) => ({ ...current, id: undefined, view: undefined })}
          state={(current) => ({ ...current, isFromList: false })}
          onClick={(event) => {
            // Back to the entry of the list, with its place; a new entry would be at the top.
            if (!isFromList) return;
            event.preventDefault();
            router.history.back();
          }}
          className={buttonStyles({ variant: "ghost", size: "sm" })}
        >
          <ArrowLeft aria-hidden="true" />
          Inbox
        </Link>
      </div>
      {id === undefined ? null : <ShownMessage {...message} id={id} />}
    </section>
  );
}

type ShownMessageProps = Omit<MessagePaneProps, "className"> & { id: string };

function ShownMessage(message: ShownMessageProps) {
  const { id, view, onView } = message;
  useMarkAsRead(message);
  const { data: email, error, refetch } = useQuery(emailQuery(id));
  if (!email && error) return <QueryError error={error} onRetry={() => void refetch()} />;
  return (
    <div className="px-4 py-4 sm:px-6 sm:py-5 lg:flex lg:min-h-0 lg:flex-1 lg:flex-col">
      {email ? (
        <>
          <MessageHeader email={email} actions={<MessageActions {...message} />} />
          <MessageViews email={email} view={view} onView={onView} fill />
        </>
      ) : (
        <EmailSkeleton />
      )}
    </div>
  );
}

/** Once for each message that is shown, so that "Mark as unread" lasts until another one is opened. */
function useMarkAsRead({ id, isUnread, isOpened, staysUnread, onMark }: ShownMessageProps): void {
  const isViewer = useIsViewer();
  const marked = useRef<string | null>(null);
  useEffect(() => {
    const isVisible = isOpened || window.matchMedia("(min-width: 64rem)").matches;
    if (!isVisible || staysUnread || isUnread === undefined || marked.current === id) return;
    marked.current = id;
    // Viewers may not mark it.
    if (isUnread && !isViewer) onMark(id, true);
  });
}

function MessageActions({ id, isUnread, onMark, onDelete }: ShownMessageProps) {
  const [isReleasing, setReleasing] = useState(false);
  return (
    <div className="-ml-2 flex shrink-0 sm:-mt-1 sm:-mr-2 sm:ml-0 items-center gap-0.5">
      <HiddenFromViewers>
        <Button
          size="icon"
          variant="ghost"
          aria-label={isUnread ? "Mark as read" : "Mark as unread"}
          onClick={() => onMark(id, isUnread === true)}
        >
          {isUnread ? <MailOpen aria-hidden="true" /> : <Mail aria-hidden="true" />}
        </Button>
        <Button
          size="icon"
          variant="ghost"
          aria-label="Release to a real address"
          onClick={() => setReleasing(true)}
        >
          <Send aria-hidden="true" />
        </Button>
        <Button size="icon" variant="ghost" aria-label="Delete from the inbox" onClick={() => onDelete(id)}>
          <Trash aria-hidden="true" />
        </Button>
      </HiddenFromViewers>
      <Link
        to="/emails/$emailId"
        params={{ emailId: id }}
        className={buttonStyles({ size: "sm", variant: "ghost" })}
      >
        Details
        <ArrowUpRight aria-hidden="true" />
      </Link>
      {isReleasing ? <ReleaseDialog id={id} onClose={() => setReleasing(false)} /> : null}
    </div>
  );
}

const SHOWN_RECIPIENTS = 3;

function MessageHeader({ email, actions }: { email: EmailDetail; actions: ReactNode }) {
  const others = email.recipient_count - Math.min(email.to.length, SHOWN_RECIPIENTS);
  return (
    <header className="mb-3">
      <div className="flex flex-col items-start justify-between gap-x-4 gap-y-1 sm:flex-row">
        <h2
          title={email.subject}
          className="line-clamp-3 min-w-0 text-lg font-semibold tracking-tight break-words"
        >
          <Subject text={email.subject} />
        </h2>
        {actions}
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
