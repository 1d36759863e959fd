import type { Pair } from "../../../ui/pairs-field.tsx";

export const SCHEDULE_KINDS = ["now", "time", "words"] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

/** When to send: the field of the chosen kind counts, the others are remembered. */
export type ScheduleDraft = {
  kind: ScheduleKind;
  /** As `<input type="datetime-local">` has it, in the reader's zone: 2026-11-21T08:30. */
  time: string;
  /** "in 2 hours" */
  words: string;
};

/** What stands in the form, as typed. Attachments are not part of it: they cannot be kept. */
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

/** The fields that hold one text each. */
export const TEXT_FIELDS = ["from", "to", "cc", "bcc", "replyTo", "subject", "html", "text"] as const;
export const PAIR_FIELDS = ["tags", "headers", "metadata"] as const;

export function isEmptyDraft(draft: Draft): boolean {
  return (
    TEXT_FIELDS.every((field) => draft[field].trim() === "") &&
    PAIR_FIELDS.every((f) => draft[f].length === 0)
  );
}

/** Enough is there to ask the server what would become of it. */
export function isCheckable(draft: Draft): boolean {
  return draft.to.trim() !== "" && (draft.html.trim() !== "" || draft.text.trim() !== "");
}
