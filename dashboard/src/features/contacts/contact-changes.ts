import type { ContactInput } from "../../api-types.ts";
import { changedFields } from "../../changed-fields.ts";
import { parseProperties } from "./parse-properties.ts";

/** A contact as its form shows it. */
export type ContactDraft = {
  email: string;
  name: string;
  subscribed: boolean;
  tracked: boolean;
  properties: string;
};

/**
 * Returns the fields that a user changed. The others may have changed on the server since the form opened: a person who unsubscribed
 * meanwhile must not be subscribed again.
 */
export function changesOf(before: ContactDraft, after: ContactDraft): Partial<ContactInput> {
  return changedFields(inputOf(before), inputOf(after));
}

/** The form does not submit invalid properties. */
export function inputOf({ email, name, properties, ...flags }: ContactDraft): ContactInput {
  const parsed = parseProperties(properties);
  return {
    email: email.trim(),
    name: name.trim() || null,
    ...flags,
    properties: parsed.ok ? parsed.value : {},
  };
}
