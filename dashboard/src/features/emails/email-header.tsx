import type { EmailDetail } from "../../api-types.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { MomentText } from "../../ui/time.tsx";
import { useNow } from "../../ui/use-now.ts";
import { EmailActions } from "./actions/email-actions.tsx";
import { Subject } from "./email-addresses.tsx";
import { EmailFacts } from "./email-facts.tsx";
import { isScheduled } from "./emails.ts";
import { countStates } from "./recipient-filter.ts";
import { EVENT_LOOKS, ScheduledBadge, STATUS_LOOKS, StatusBadge } from "./status-badge.tsx";

export function EmailHeader({ email }: { email: EmailDetail }) {
  return (
    <header className="mb-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1
            title={email.subject}
            className="line-clamp-3 text-xl font-semibold tracking-tight break-words sm:text-2xl"
          >
            <Subject text={email.subject} />
          </h1>
          <Status email={email} />
        </div>
        <EmailActions email={email} />
      </div>
      <EmailFacts email={email} />
    </header>
  );
}

function Status({ email }: { email: EmailDetail }) {
  const now = useNow();
  const scheduledAt = isScheduled(email, now) ? email.scheduled_at : null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      {scheduledAt === null ? (
        <StatusBadge status={email.status} complained={email.complained} />
      ) : (
        <ScheduledBadge />
      )}
      <span className="text-[13px] text-ink-soft">
        {scheduledAt === null ? (
          describeStatus(email)
        ) : (
          <>
            Sends on <MomentText value={scheduledAt} />.
          </>
        )}
        {email.status === "captured" ? (
          <>
            {" "}
            <TextLink to="/inbox" search={{ id: email.id }}>
              Open in inbox
            </TextLink>
          </>
        ) : null}
      </span>
    </div>
  );
}

/** Explains the status; with several recipients, counts them by state. */
function describeStatus({ status, complained, recipients }: EmailDetail): string {
  if (recipients.length < 2) return (complained ? EVENT_LOOKS.complained : STATUS_LOOKS[status]).meaning;
  const counts = countStates(recipients).map(({ state, count }) => ({
    count,
    label: STATUS_LOOKS[state].label,
  }));
  const reports = recipients.filter((recipient) => recipient.complained).length;
  if (reports > 0) counts.push({ count: reports, label: EVENT_LOOKS.complained.label });
  if (counts.length < 2) return STATUS_LOOKS[status].meaning;
  return counts.map(({ count, label }) => `${count.toLocaleString("en")} ${label.toLowerCase()}`).join(" · ");
}
