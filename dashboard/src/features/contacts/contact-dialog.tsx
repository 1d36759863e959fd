import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Contact } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Input } from "../../ui/input.tsx";
import { showToast } from "../../ui/toast.ts";
import { type ContactDraft, changesOf, inputOf } from "./contact-changes.ts";
import { CONTACTS_KEY, changeContact, createContact } from "./contacts.ts";
import { formatProperties, parseProperties } from "./parse-properties.ts";
import { PropertiesField } from "./properties-field.tsx";

type ContactDialogProps = {
  /** The contact to edit; undefined for a new one. */
  contact?: Contact | undefined;
  onClose: () => void;
};

const FIELDS = ["email", "name", "subscribed", "tracked", "properties"];

/** Adds or edits a contact, beside the list. */
export function ContactDialog({ contact, onClose }: ContactDialogProps) {
  const [before] = useState<ContactDraft>(() => ({
    email: contact?.email ?? "",
    name: contact?.name ?? "",
    subscribed: contact?.subscribed ?? true,
    tracked: contact?.tracked ?? true,
    properties: formatProperties(contact?.properties ?? {}),
  }));
  const [draft, setDraft] = useState(before);
  const change = (part: Partial<ContactDraft>): void => setDraft({ ...draft, ...part });
  const saving = useSaveContact(contact, onClose);
  const properties = parseProperties(draft.properties);

  const trouble = formError(saving.error, FIELDS);
  return (
    <FormDialog
      title={contact ? "Edit contact" : "Add contact"}
      shape="side"
      error={saving.error}
      errorText={trouble}
      action={contact ? "Save changes" : "Add contact"}
      disabled={draft.email.trim() === "" || !properties.ok}
      busy={saving.isPending}
      onSubmit={() => {
        if (!properties.ok) return;
        saving.mutate({ before, draft });
      }}
      onClose={onClose}
    >
      <Field label="Email" error={fieldError(saving.error, "email")}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            value={draft.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        )}
      </Field>
      <Field label="Name" aside="Optional" error={fieldError(saving.error, "name")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        label="Subscribed"
        hint="Receives bulk mail, such as newsletters. Don't resubscribe people without consent."
        checked={draft.subscribed}
        onChange={(event) => change({ subscribed: event.target.checked })}
      />
      <Checkbox
        label="Track opens and clicks"
        hint="Only where tracking is on. If this is off, the person's opens and clicks are never recorded."
        checked={draft.tracked}
        onChange={(event) => change({ tracked: event.target.checked })}
      />
      <PropertiesField
        text={draft.properties}
        parsed={properties}
        error={fieldError(saving.error, "properties")}
        onChange={(text) => change({ properties: text })}
      />
    </FormDialog>
  );
}

function useSaveContact(contact: Contact | undefined, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ before, draft }: Record<"before" | "draft", ContactDraft>) =>
      contact ? changeContact(contact.id, changesOf(before, draft)) : createContact(inputOf(draft)),
    onSuccess: async (saved) => {
      // Before the dialog closes: reopened at once, it must show what was saved.
      await queryClient.invalidateQueries({ queryKey: CONTACTS_KEY });
      onSaved();
      showToast({ title: contact ? "Contact saved" : "Contact added", description: saved.email });
    },
  });
}
