import type { EmailRecipient } from "../../api-types.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { RotateCw } from "../../ui/icons.gen.ts";
import { Time } from "../../ui/time.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { isOpen } from "./emails.ts";
import { shownState } from "./recipient-filter.ts";
import { StatusBadge } from "./status-badge.tsx";

type RecipientRowProps = {
  recipient: EmailRecipient;
  /** Absent if the content has been removed, and for viewers. */
  onResend?: ((address: string) => void) | undefined;
  /** The timeline shows only this recipient. */
  isChosen: boolean;
  /** Absent if it is the only recipient. */
  onChoose?: ((position: number | undefined) => void) | undefined;
};

const LINE_STYLES = "flex min-w-0 items-center gap-2.5 text-left";

export function RecipientRow({ recipient, onResend, isChosen, onChoose }: RecipientRowProps) {
  const { address, position } = recipient;
  const resend =
    onResend && !isOpen(recipient) && !recipient.complained ? () => onResend(address) : undefined;
  if (!onChoose) {
    return (
      <li data-row="" className="px-5 py-3 -outline-offset-6">
        <div className={LINE_STYLES}>
          <Outcome recipient={recipient} />
        </div>
        {resend ? (
          <Button size="sm" className="mt-2" aria-label={`Send again to ${address}`} onClick={resend}>
            Send again
          </Button>
        ) : null}
      </li>
    );
  }
  return (
    <li data-row="" className={cx("flex items-center", isChosen && "bg-subtle")}>
      <button
        type="button"
        data-row-link=""
        aria-pressed={isChosen}
        onClick={() => onChoose(isChosen ? undefined : position)}
        className={cx(
          LINE_STYLES,
          "flex-1 py-3 pl-5 -outline-offset-2 transition-colors hover:bg-subtle/70",
          resend ? "pr-2" : "pr-14",
        )}
      >
        <Outcome recipient={recipient} />
      </button>
      {resend ? (
        <Tooltip label="Send again">
          <Button
            size="icon"
            variant="ghost"
            className="mr-4"
            aria-label={`Send again to ${address}`}
            onClick={resend}
          >
            <RotateCw aria-hidden="true" />
          </Button>
        </Tooltip>
      ) : null}
    </li>
  );
}

function Outcome({ recipient }: { recipient: EmailRecipient }) {
  return (
    <>
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
      <StatusBadge status={shownState(recipient)} complained={recipient.complained} />
    </>
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
