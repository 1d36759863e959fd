import { useMemo, useState } from "react";
import { withoutFields } from "../../../form-errors.ts";
import type { Draft } from "./draft.ts";
import type { ComposeForm } from "./use-compose-form.ts";

type FormErrors = {
  /** The last submission's error: the form focuses the invalid field once. */
  last: Error | null;
  /** The error without fields that the user has edited since. */
  shown: Error | null;
  setError: (error: Error | null) => void;
  /** The form, which clears a field's error when the user edits it. */
  form: ComposeForm;
};

/** Editing a field clears its error; a passing check does not, so that nothing moves while the user aims at a button. */
export function useFormError(form: ComposeForm): FormErrors {
  const [last, setLast] = useState<Error | null>(null);
  const [edited, setEdited] = useState<string[]>([]);
  const shown = useMemo(() => withoutFields(last, edited), [last, edited]);
  const note = (paths: string[]): void => setEdited((current) => [...new Set([...current, ...paths])]);
  return {
    last,
    shown,
    setError: (error) => {
      setLast(error);
      setEdited([]);
    },
    form: {
      ...form,
      change: (part) => {
        form.change(part);
        note(Object.keys(part).flatMap((field) => PATHS_OF[field as keyof Draft]));
      },
      setFiles: (files) => {
        form.setFiles(files);
        note(["attachments"]);
      },
    },
  };
}

/** The request fields of each form field. The API requires one of the two bodies. */
const PATHS_OF: Record<keyof Draft, string[]> = {
  from: ["from"],
  to: ["to"],
  cc: ["cc"],
  bcc: ["bcc"],
  replyTo: ["reply_to"],
  subject: ["subject"],
  html: ["html", "text"],
  text: ["html", "text"],
  tags: ["tags"],
  headers: ["headers"],
  metadata: ["metadata"],
  schedule: ["scheduled_at"],
};
