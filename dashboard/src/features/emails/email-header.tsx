import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Time } from "../../ui/time.tsx";
import { Mailbox, Subject } from "./email-addresses.tsx";
import type { EmailDetail } from "./emails.ts";
import { countStates } from "./recipient-filter.ts";
import { StatusBadge, statusLooks } from "./status-badge.tsx";

// Beyond these the list of recipients, which can be searched, is the better place.
const shownRecipients = 3;

export function EmailHeader({ email }: { email: EmailDetail }) {
  const others = email.recipient_count - shownRecipients;
  const changedAt = lastChange(email);
  return (
    <header className="mb-6">
      <title>{`${email.subject.slice(0, 100) || "No subject"} · Posthouse`}</title>
      <h1
        title={email.subject}
        className="line-clamp-3 text-xl font-semibold tracking-tight break-words sm:text-2xl"
      >
        <Subject text={email.subject} />
      </h1>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={email.status} />
        <span className="text-[13px] text-ink-soft">
          {describeStatus(email)}
          {email.status === "captured" ? (
            <>
              {" "}
              <TextLink to="/inbox" search={{ id: email.id }}>
                Open in the inbox
              </TextLink>
            </>
          ) : null}
        </span>
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-x-10 gap-y-4 lg:grid-cols-3">
        <Fact name="From" wide>
          <Mailbox text={email.from} />
        </Fact>
        <Fact name="To" wide>
          {email.to.slice(0, shownRecipients).map((recipient) => (
            <span key={recipient} className="block">
              <Mailbox text={recipient} />
            </span>
          ))}
          {others > 0 ? (
            <a href="#recipients" className="text-ink-soft underline underline-offset-3 hover:text-ink">
              and {others.toLocaleString("en")} more
            </a>
          ) : null}
        </Fact>
        {email.reply_to.length > 0 ? (
          <Fact name="Reply to" wide>
            {email.reply_to.map((mailbox) => (
              <span key={mailbox} className="block">
                <Mailbox text={mailbox} />
              </span>
            ))}
          </Fact>
        ) : null}
        <Fact name="Accepted">
          <Time value={email.created_at} />
        </Fact>
        {changedAt === null ? null : (
          <Fact name="Last change">
            <Time value={changedAt} />
          </Fact>
        )}
        <Fact name="Message ID" wide>
          <span className="flex items-center gap-1">
            <span className="truncate font-mono text-[13px]" title={email.message_id}>
              {email.message_id}
            </span>
            <CopyButton text={email.message_id} label="Copy message ID" className="-my-1.5 size-7" />
          </span>
        </Fact>
      </dl>
    </header>
  );
}

interface FactProps {
  name: string;
  /** Needs the whole width of a phone. */
  wide?: boolean;
  children: ReactNode;
}

function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div className={cx("min-w-0", wide && "max-sm:col-span-2")}>
      <dt className="text-xs font-medium text-ink-faint">{name}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  );
}

/** What the status means; with several recipients, how many are in which state. */
function describeStatus({ status, recipients }: EmailDetail): string {
  const counts = countStates(recipients);
  if (counts.length < 2) return statusLooks[status].meaning;
  return counts
    .map(({ state, count }) => `${count.toLocaleString("en")} ${statusLooks[state].label.toLowerCase()}`)
    .join(" · ");
}

/** Null while nothing has happened since it was accepted. */
function lastChange({ recipients }: EmailDetail): string | null {
  const times = recipients.filter(({ attempts }) => attempts > 0).map(({ updated_at }) => updated_at);
  return times.sort().at(-1) ?? null;
}
