import { useId, useState } from "react";
import type { EmailRecipient } from "../../api-types.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ChevronRight } from "../../ui/icons.gen.ts";
import { Time } from "../../ui/time.tsx";
import { EngagementList } from "../tracking/engagement-list.tsx";
import { isOpen } from "./emails.ts";
import { RecipientTimeline } from "./recipient-timeline.tsx";
import { StatusBadge } from "./status-badge.tsx";

type RecipientRowProps = {
  emailId: string;
  recipient: EmailRecipient;
  acceptedAt: string;
  changes: string[];
  /** Absent if the content has been removed. */
  onResend?: ((address: string) => void) | undefined;
  initiallyOpen: boolean;
};

export function RecipientRow({
  emailId,
  recipient,
  acceptedAt,
  changes,
  onResend,
  initiallyOpen,
}: RecipientRowProps) {
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
          {recipient.kind === "to" ? null : (
            <span className="mr-1.5 text-xs font-medium text-ink-faint">
              {recipient.kind === "cc" ? "Cc" : "Bcc"}
            </span>
          )}
          <Attempts recipient={recipient} />
        </span>
        <StatusBadge status={recipient.state} complained={recipient.complained} />
      </button>
      {open ? (
        <div id={id} className="px-5 pb-4">
          <RecipientTimeline
            emailId={emailId}
            recipient={recipient}
            acceptedAt={acceptedAt}
            changes={changes}
          />
          <EngagementList engagements={recipient.engagements} />
          {onResend && !isOpen(recipient) && !recipient.complained ? (
            <Button
              size="sm"
              className="mt-3 ml-6"
              aria-label={`Send again to ${recipient.address}`}
              onClick={() => onResend(recipient.address)}
            >
              Send again
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

function Attempts({ recipient: { attempts, next_attempt_at } }: { recipient: EmailRecipient }) {
  if (attempts === 0) return null;
  return (
    <span className="text-xs text-ink-faint">
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
