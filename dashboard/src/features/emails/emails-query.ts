import type { EmailSummary } from "../../api-types.ts";
import { choiceKey, type QueryKey, type QueryValues } from "../../query-text.ts";
import { knownTimes, TIME_KEYS } from "../../query-times.ts";
import { type EmailsSearch, emailsSearch, RECIPIENT_STATES, STATUSES, STREAMS } from "./emails-search.ts";
import { readMailbox } from "./mailbox.ts";

/** The filters of the search box. The address bar uses the same names. */
export const EMAIL_KEYS: readonly QueryKey[] = [
  { name: "to", hint: "Recipient: any part of the address" },
  { name: "from", hint: "Sender: any part of the address or name" },
  choiceKey("status", "One or several, such as bounced", STATUSES),
  choiceKey("recipient_state", "At least one recipient in this state", RECIPIENT_STATES),
  { name: "tag", hint: "name, or name=value", read: readTag, write: (tag) => tag.replace(":", "=") },
  { name: "domain", hint: "The sender's domain" },
  { name: "stream", hint: "transactional or bulk", read: readStream, form: `Use ${STREAMS.join(" or ")}.` },
  ...TIME_KEYS,
];

/** Every filter of the list. Filters that the box does not contain are undefined. */
export function searchOf(values: QueryValues): Omit<EmailsSearch, "cursor"> {
  const { cursor: _, ...search } = emailsSearch(values);
  return search;
}

/** Values to complete: all statuses, recent days, and the addresses and tags of the emails on screen. */
export function knownValues(key: string, emails: readonly EmailSummary[]): string[] {
  if (key === "status") return STATUSES;
  if (key === "recipient_state") return RECIPIENT_STATES;
  if (key === "stream") return [...STREAMS];
  if (key === "after" || key === "before") return knownTimes();
  if (key === "to") return unique(emails.flatMap(({ to }) => to.map((text) => readMailbox(text).address)));
  if (key === "from") return unique(emails.map(({ from }) => readMailbox(from).address));
  if (key === "domain")
    return unique(emails.map(({ from }) => readMailbox(from).address.replace(/^.*@/, "").toLowerCase()));
  if (key !== "tag") return [];
  const tags = emails.flatMap(({ tags }) => tags);
  return unique([...tags.map(({ name }) => name), ...tags.map(({ name, value }) => `${name}=${value}`)]);
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}

function readStream(text: string): string | null {
  return STREAMS.find((stream) => stream === text.toLowerCase()) ?? null;
}

/** `name=value` is `name:value` in the address bar and in the API. */
function readTag(text: string): string {
  return text.replace(/[=:]/, ":");
}
