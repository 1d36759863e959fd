import { Link } from "@tanstack/react-router";
import type { ContactTimelineItem } from "../../../api-types.ts";
import { Time } from "../../../ui/time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { isScheduled } from "../../emails/emails.ts";
import { ScheduledBadge, StatusBadge } from "../../emails/status-badge.tsx";
import { SubscriptionBadge } from "../subscription-badge.tsx";

/** On a phone, the status and the time are below the subject. */
export function TimelineRow({ item }: { item: ContactTimelineItem }) {
  const { id, type, created_at, email } = item;
  return (
    <li
      data-row=""
      className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-5 py-3 text-[13px] -outline-offset-6"
    >
      {email === null ? (
        <span className="flex-1">
          <SubscriptionBadge subscribed={type === "contact.subscribed"} />
        </span>
      ) : (
        <>
          <span className="min-w-0 flex-1 basis-60">
            <Link
              data-row-link=""
              to="/emails/$emailId"
              params={{ emailId: id }}
              className="block truncate font-medium hover:underline"
            >
              <bdi>{email.subject || "No subject"}</bdi>
            </Link>
          </span>
          <Reaction email={email} />
          <EmailState email={email} />
        </>
      )}
      <Time value={created_at} className="whitespace-nowrap text-ink-faint sm:w-28 sm:text-right" />
    </li>
  );
}

type Email = NonNullable<ContactTimelineItem["email"]>;

function EmailState({ email: { state, complained, scheduled_at } }: { email: Email }) {
  const now = useNow();
  return isScheduled({ status: state, scheduled_at }, now) ? (
    <ScheduledBadge />
  ) : (
    <StatusBadge status={state} complained={complained} />
  );
}

/** A click shows that the email was opened. */
function Reaction({ email: { opened_at, clicked_at } }: { email: Email }) {
  const at = clicked_at ?? opened_at;
  if (at === null) return null;
  return (
    <span className="whitespace-nowrap text-ink-soft">
      {clicked_at === null ? "Opened" : "Clicked"} <Time value={at} />
    </span>
  );
}
