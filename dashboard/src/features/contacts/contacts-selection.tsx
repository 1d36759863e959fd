import { useState } from "react";
import type { Contact } from "../../api-types.ts";
import { type BulkAction, BulkDialog } from "../../ui/bulk/bulk-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Ban, Check, Trash } from "../../ui/icons.gen.ts";
import { SelectionBar } from "../../ui/selection-bar.tsx";
import type { Selection } from "../../ui/use-selection.ts";
import { CONTACTS_KEY, changeContact, deleteContact, restoreContact } from "./contacts.ts";

const UNSUBSCRIBE: BulkAction<Contact> = {
  title: (contacts) => `Unsubscribe ${contacts}?`,
  explanation: "They are kept, and get no bulk mail. You can subscribe them again.",
  button: "Unsubscribe",
  tone: "primary",
  act: async ({ id }) => {
    await changeContact(id, { subscribed: false });
    return "Unsubscribed";
  },
};

const SUBSCRIBE: BulkAction<Contact> = {
  title: (contacts) => `Subscribe ${contacts}?`,
  explanation: "Subscribe only people who agreed to get your mail. Suppressed addresses stay suppressed.",
  button: "Subscribe",
  tone: "primary",
  act: async ({ id }) => {
    await changeContact(id, { subscribed: true });
    return "Subscribed";
  },
};

const DELETE: BulkAction<Contact> = {
  title: (contacts) => `Delete ${contacts}?`,
  explanation: "They and their properties are deleted. Emails to these addresses stay in your history.",
  button: "Delete contacts",
  tone: "danger",
  act: async ({ id }) => {
    await deleteContact(id);
    return "Deleted";
  },
  undo: async (contact) => {
    await restoreContact(contact);
    return "Restored";
  },
};

type ContactsSelectionProps = { selection: Selection; contacts: readonly Contact[] };

/** The actions on the selected contacts. */
export function ContactsSelection({ selection, contacts }: ContactsSelectionProps) {
  const [open, setOpen] = useState<{ action: BulkAction<Contact>; items: Contact[] } | null>(null);
  const ask = (action: BulkAction<Contact>): void =>
    setOpen({ action, items: contacts.filter(({ id }) => selection.selected.has(id)) });
  return (
    <>
      <SelectionBar count={selection.selected.size} noun="contact" onClear={selection.clear}>
        <Button size="sm" onClick={() => ask(SUBSCRIBE)}>
          <Check aria-hidden="true" />
          Subscribe
        </Button>
        <Button size="sm" onClick={() => ask(UNSUBSCRIBE)}>
          <Ban aria-hidden="true" />
          Unsubscribe
        </Button>
        <Button size="sm" onClick={() => ask(DELETE)}>
          <Trash aria-hidden="true" />
          Delete
        </Button>
      </SelectionBar>
      {open ? (
        <BulkDialog
          {...open}
          noun="contact"
          idOf={({ id }) => id}
          labelOf={({ email }) => <bdi>{email}</bdi>}
          queryKey={CONTACTS_KEY}
          onClose={(hasRun) => {
            setOpen(null);
            if (hasRun) selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
