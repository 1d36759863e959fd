import { useEffect, useRef } from "react";
import type { Contact } from "../../../api-types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/cx.ts";

type ContactOptionsProps = {
  id: string;
  label: string;
  contacts: Contact[];
  /** The index of the active option; -1: none. */
  active: number;
  optionId: (index: number) => string;
  onChoose: (contact: Contact) => void;
};

/** The list of a combobox, below its text. */
export function ContactOptions({ id, label, contacts, active, optionId, onChoose }: ContactOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children.item(active)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 animate-enter overflow-y-auto rounded-xl bg-raised p-1 shadow-float"
    >
      {contacts.map((contact, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys work in the text
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
        <div
          key={contact.id}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          className={cx(
            "flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 text-sm hover:bg-hover sm:min-h-9",
            index === active && "bg-hover",
          )}
          // The text keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(contact)}
        >
          <span className="min-w-0 flex-1 truncate">
            {contact.name ? (
              <>
                <bdi className="font-medium">{contact.name}</bdi>{" "}
                <bdi className="text-ink-soft">{contact.email}</bdi>
              </>
            ) : (
              <bdi>{contact.email}</bdi>
            )}
          </span>
          {contact.subscribed ? null : <Badge>Unsubscribed</Badge>}
        </div>
      ))}
    </div>
  );
}
