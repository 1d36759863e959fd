import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "../../ui/cx.ts";
import { Time } from "../../ui/time.tsx";
import type { EmailRecipient } from "./emails.ts";
import { RecipientTimeline } from "./recipient-timeline.tsx";
import { StatusBadge } from "./status-badge.tsx";

interface RecipientRowProps {
  recipient: EmailRecipient;
  acceptedAt: string;
  initiallyOpen: boolean;
}

export function RecipientRow({ recipient, acceptedAt, initiallyOpen }: RecipientRowProps) {
  const [open, setOpen] = useState(initiallyOpen);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2.5 px-5 py-3 text-left -outline-offset-2 transition-colors hover:bg-subtle/70"
      >
        <ChevronRight
          aria-hidden="true"
          className={cx("size-4 shrink-0 text-ink-faint transition-transform", open && "rotate-90")}
        />
        <span className="min-w-0 flex-1">
          <bdi title={recipient.address} className="block truncate font-medium">
            {recipient.address}
          </bdi>
          <Attempts recipient={recipient} />
        </span>
        <StatusBadge status={recipient.state} />
      </button>
      {open ? (
        <div id={id} className="px-5 pb-4">
          <RecipientTimeline recipient={recipient} acceptedAt={acceptedAt} />
        </div>
      ) : null}
    </li>
  );
}

function Attempts({ recipient: { attempts, next_attempt_at } }: { recipient: EmailRecipient }) {
  if (attempts === 0) return null;
  return (
    <span className="block text-xs text-ink-faint">
      {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
      {next_attempt_at === null ? null : (
        <>
          {" · next "}
          <Time value={next_attempt_at} />
        </>
      )}
    </span>
  );
}
