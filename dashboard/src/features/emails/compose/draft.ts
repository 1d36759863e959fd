import type { Pair } from "../../../ui/pairs-field.tsx";

export const SCHEDULE_KINDS = ["now", "time", "words"] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

/** When to send: `kind` selects the field; the other fields keep their values. */
export type ScheduleDraft = {
  kind: ScheduleKind;
  /** The value of `<input type="datetime-local">`, in the user's time zone: 2026-11-21T08:30. */
  time: string;
  /** "in 2 hours" */
  words: string;
};

/** The form's values, as typed. Without attachments, which the browser cannot store. */
export type Draft = {
  from: string;
  to: string;
  cc: string;
  bcc: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  tags: Pair[];
  headers: Pair[];
  metadata: Pair[];
  schedule: ScheduleDraft;
};

const SEND_NOW: ScheduleDraft = { kind: "now", time: "", words: "" };

export const EMPTY_DRAFT: Draft = {
  from: "",
  to: "",
  cc: "",
  bcc: "",
  replyTo: "",
  subject: "",
  html: "",
  text: "",
  tags: [],
  headers: [],
  metadata: [],
  schedule: SEND_NOW,
};

/** The text fields. */
export const TEXT_FIELDS = ["from", "to", "cc", "bcc", "replyTo", "subject", "html", "text"] as const;
export const PAIR_FIELDS = ["tags", "headers", "metadata"] as const;

export function isEmptyDraft(draft: Draft): boolean {
  return (
    TEXT_FIELDS.every((field) => draft[field].trim() === "") &&
    PAIR_FIELDS.every((f) => draft[f].length === 0)
  );
}

/** The draft is complete enough for a dry run. */
export function isCheckable(draft: Draft): boolean {
  return draft.to.trim() !== "" && (draft.html.trim() !== "" || draft.text.trim() !== "");
}
