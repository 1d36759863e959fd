import { Link } from "@tanstack/react-router";
import { cx } from "../../ui/cx.ts";
import { SelectCell } from "../../ui/select-cell.tsx";
import { Time } from "../../ui/time.tsx";
import { HiddenFromViewers } from "../accounts/viewers.tsx";
import { Recipients, Sender, Subject } from "../emails/email-addresses.tsx";
import type { InboxEmail } from "./inbox.ts";

type MessageItemProps = {
  email: InboxEmail;
  isShown: boolean;
  /** Only one message of the list is a tab stop; arrow keys move to the others. */
  isReachable: boolean;
  /** Another message is already open: the back button leaves the inbox instead of stepping through messages. */
  replaces: boolean;
  isSelected: boolean;
  /** `isRange`: with Shift. */
  onSelect: (isRange: boolean) => void;
};

export function MessageItem(props: MessageItemProps) {
  const { email, isShown, isReachable, replaces, isSelected, onSelect } = props;
  return (
    <li className="relative">
      <HiddenFromViewers>
        <div className="absolute top-3 left-3">
          <SelectCell
            label={`Select ${email.subject || "the message without subject"}`}
            checked={isSelected}
            onToggle={onSelect}
          />
        </div>
      </HiddenFromViewers>
      <Link
        data-row-link=""
        from="/inbox"
        to="/inbox"
        search={(current) => ({ ...current, id: email.id })}
        replace={replaces}
        state={(current) => ({ ...current, ...(replaces ? {} : { isFromList: true }) })}
        resetScroll={false}
        tabIndex={isReachable ? 0 : -1}
        aria-current={isShown ? "true" : undefined}
        activeProps={{}}
        className="block border-l-2 border-transparent py-3 pr-4 pl-11 outline-offset-[-3px] transition-colors focus-visible:outline-1 hover:bg-subtle/70 lg:[&[aria-current]]:border-accent-ink lg:[&[aria-current]]:bg-accent-soft"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="flex min-w-0 items-center gap-2">
            {email.read ? null : (
              <span className="size-2 shrink-0 rounded-full bg-accent">
                <span className="sr-only">Unread</span>
              </span>
            )}
            <span
              className={cx("min-w-0 truncate", email.read ? "font-medium text-ink-soft" : "font-semibold")}
            >
              <Sender text={email.from} />
            </span>
          </span>
          <Time value={email.created_at} className="shrink-0 text-xs text-ink-faint" />
        </span>
        <span className={cx("mt-0.5 block truncate", email.read ? "text-ink-soft" : "text-ink")}>
          <Subject text={email.subject} />
        </span>
        <span className="block truncate text-[13px] text-ink-soft">
          to <Recipients email={email} />
        </span>
      </Link>
    </li>
  );
}
