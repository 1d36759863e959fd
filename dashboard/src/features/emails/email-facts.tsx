import type { ReactNode } from "react";
import type { EmailDetail } from "../../api-types.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { MomentText, Time } from "../../ui/time.tsx";
import { Mailbox } from "./email-addresses.tsx";
import { TagLinks } from "./tag-list.tsx";

/** Sender, recipients, times and IDs. */
export function EmailFacts({ email }: { email: EmailDetail }) {
  const changedAt = lastChange(email);
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-10 gap-y-4 lg:grid-cols-3">
      <Fact name="From" wide>
        <Mailbox text={email.from} />
      </Fact>
      <Mailboxes name="To" mailboxes={email.to} />
      <Mailboxes name="Cc" mailboxes={email.cc} />
      <Mailboxes name="Bcc" mailboxes={email.bcc} />
      <Mailboxes name="Reply to" mailboxes={email.reply_to} />
      <Fact name="Accepted">
        <Time value={email.created_at} />
        {email.source === "smtp" ? <span className="text-ink-faint"> over SMTP</span> : null}
      </Fact>
      {email.scheduled_at === null ? null : (
        <Fact name="Scheduled for">
          <MomentText value={email.scheduled_at} />
        </Fact>
      )}
      {changedAt === null ? null : (
        <Fact name="Updated">
          <Time value={changedAt} />
        </Fact>
      )}
      <Fact name="Message ID" wide>
        <Id id={email.message_id} label="Copy message ID" />
      </Fact>
      {email.in_reply_to === null ? null : (
        <Fact name="In reply to" wide>
          <Id id={email.in_reply_to} label="Copy the original message's ID" />
        </Fact>
      )}
      {email.tracking === null ? null : (
        <Fact name="Opened and clicked">
          {email.tracking.opens ? `${email.opened.toLocaleString("en")} opened` : "Opens not tracked"}
          {" · "}
          {email.tracking.clicks ? `${email.clicked.toLocaleString("en")} clicked` : "clicks not tracked"}
        </Fact>
      )}
      {email.tags.length === 0 ? null : (
        <Fact name="Tags" wide>
          <TagLinks tags={email.tags} />
        </Fact>
      )}
    </dl>
  );
}

// The recipient list below shows all, with search.
const SHOWN_MAILBOXES = 3;

function Mailboxes({ name, mailboxes }: { name: string; mailboxes: string[] }) {
  const others = mailboxes.length - SHOWN_MAILBOXES;
  if (mailboxes.length === 0) return null;
  return (
    <Fact name={name} wide>
      {mailboxes.slice(0, SHOWN_MAILBOXES).map((mailbox) => (
        <span key={mailbox} className="block">
          <Mailbox text={mailbox} />
        </span>
      ))}
      {others > 0 ? (
        <a href="#recipients" className="text-ink-soft underline underline-offset-3 hover:text-ink">
          and {others.toLocaleString("en")} more
        </a>
      ) : null}
    </Fact>
  );
}

function Id({ id, label }: { id: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className="truncate font-mono text-[13px]" title={id}>
        {id}
      </span>
      <CopyButton text={id} label={label} className="-my-1.5 size-7" />
    </span>
  );
}

type FactProps = {
  name: string;
  /** Spans the full width on phones. */
  wide?: boolean;
  children: ReactNode;
};

function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div className={cx("min-w-0", wide && "max-sm:col-span-2")}>
      <dt className="text-xs font-medium text-ink-faint">{name}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  );
}

/** Null if nothing has happened since the email was accepted. */
function lastChange({ recipients }: EmailDetail): string | null {
  const times = recipients.filter(({ events }) => events.length > 0).map(({ updated_at }) => updated_at);
  return times.sort().at(-1) ?? null;
}
