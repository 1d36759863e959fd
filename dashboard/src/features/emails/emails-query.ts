import type { EmailSummary } from "../../api-types.ts";
import { formatQuery, type ParsedQuery, parseQuery, type QueryKey } from "../../query-text.ts";
import { dayBefore, dayOf, type EmailsSearch, readStatuses, STATUSES } from "./emails-search.ts";
import { readMailbox } from "./mailbox.ts";

const DAY_FORM = "Use a day such as 2026-11-21, today, yesterday or 7d (7 days ago).";

/** The filters of the search box. The address bar uses the same names. */
export const EMAIL_KEYS: readonly QueryKey[] = [
  { name: "to", hint: "Recipient: any part of the address" },
  { name: "from", hint: "Sender: any part of the address or name" },
  {
    name: "status",
    hint: "One or several, such as bounced",
    isList: true,
    read: readStatuses,
    form: `Use ${STATUSES.join(", ")}.`,
  },
  { name: "tag", hint: "name, or name=value", read: readTag, write: (tag) => tag.replace(":", "=") },
  { name: "after", hint: "First day", read: readDay, form: DAY_FORM },
  { name: "before", hint: "Last day, inclusive", read: readDay, form: DAY_FORM },
];

export function readEmailsQuery(text: string): ParsedQuery {
  return parseQuery(text, EMAIL_KEYS);
}

/** Every filter of the list. Filters that the text does not contain are removed. */
export function searchOf(text: string): Omit<EmailsSearch, "cursor"> {
  const { status, to, from, search, tag, after, before } = readEmailsQuery(text).values;
  return { status, to, from, search, tag, after, before };
}

export function emailsQueryText({ cursor: _, ...search }: EmailsSearch): string {
  return formatQuery(search, EMAIL_KEYS);
}

/** Values to complete: all statuses, recent days, and the addresses and tags of the emails on screen. */
export function knownValues(key: string, emails: readonly EmailSummary[]): string[] {
  if (key === "status") return STATUSES;
  if (key === "after" || key === "before")
    return ["today", "yesterday", "7d", "30d"].map((word) => readDay(word) ?? word);
  if (key === "to") return unique(emails.flatMap(({ to }) => to.map((text) => readMailbox(text).address)));
  if (key === "from") return unique(emails.map(({ from }) => readMailbox(from).address));
  if (key !== "tag") return [];
  const tags = emails.flatMap(({ tags }) => tags);
  return unique([...tags.map(({ name }) => name), ...tags.map(({ name, value }) => `${name}=${value}`)]);
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}

/** `name=value` is `name:value` in the address bar and in the API. */
function readTag(text: string): string {
  return text.replace(/[=:]/, ":");
}

function readDay(text: string): string | null {
  const daysAgo = /^(\d{1,4})d$/.exec(text)?.[1] ?? { today: 0, yesterday: 1 }[text.toLowerCase()];
  return daysAgo === undefined ? (dayOf(text) ?? null) : dayBefore(new Date(), Number(daysAgo));
}
