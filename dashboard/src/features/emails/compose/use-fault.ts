import { useMemo, useState } from "react";
import { withoutFields } from "../../../form-errors.ts";
import type { Draft } from "./draft.ts";
import type { ComposeForm } from "./use-compose-form.ts";

type Faults = {
  /** Why the last attempt failed: the form takes the focus to what was at fault, once. */
  last: Error | null;
  /** What of it still stands, for the fields: those that were edited since may be right by now. */
  shown: Error | null;
  tell: (fault: Error | null) => void;
  /** The form, with an eye on what is edited in it. */
  form: ComposeForm;
};

/** A fault goes when its field is edited, and not when a check passes: nothing may move under a pointer on its way to a button. */
export function useFault(form: ComposeForm): Faults {
  const [last, setLast] = useState<Error | null>(null);
  const [edited, setEdited] = useState<string[]>([]);
  const shown = useMemo(() => withoutFields(last, edited), [last, edited]);
  const note = (paths: string[]): void => setEdited((current) => [...new Set([...current, ...paths])]);
  return {
    last,
    shown,
    tell: (fault) => {
      setLast(fault);
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

/** Where the API says what it has against a field of the form. Of the bodies one is enough. */
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
