import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Mail, MailOpen, Trash } from "../../ui/icons.gen.ts";

type SelectedActionsProps = {
  count: number;
  onMark: (read: boolean) => void;
  onDelete: () => void;
};

/** The actions on the selected messages. */
export function SelectedActions({ count, onMark, onDelete }: SelectedActionsProps) {
  const button = (label: string, icon: ReactNode, onClick: () => void) => (
    <Button size="icon" variant="ghost" aria-label={label} onClick={onClick}>
      {icon}
    </Button>
  );
  return (
    <section aria-label="Selection" className="flex min-w-0 flex-1 items-center">
      <span aria-live="polite" className="mr-auto truncate text-[13px] font-medium tabular-nums">
        {count} selected
      </span>
      {button("Mark selected as read", <MailOpen aria-hidden="true" />, () => onMark(true))}
      {button("Mark selected as unread", <Mail aria-hidden="true" />, () => onMark(false))}
      {button("Delete selected from the inbox", <Trash aria-hidden="true" />, onDelete)}
    </section>
  );
}
