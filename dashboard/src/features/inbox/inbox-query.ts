import { choiceKey, type QueryKey } from "../../query-text.ts";
import { knownTimes, TIME_KEYS } from "../../query-times.ts";
import { readMailbox } from "../emails/mailbox.ts";
import type { InboxEmail } from "./inbox.ts";

/** The filters of the search box. The address bar uses the same names. */
export const INBOX_KEYS: readonly QueryKey[] = [
  { name: "to", hint: "Recipient: any part of the address" },
  { name: "from", hint: "Sender: any part of the address or name" },
  { name: "subject", hint: "Any part of the subject" },
  { ...choiceKey("is", "unread", ["unread"]), isList: false },
  ...TIME_KEYS,
];

/** Values to complete, among them the addresses of the messages on screen. */
export function knownValues(key: string, emails: readonly InboxEmail[]): string[] {
  if (key === "is") return ["unread"];
  if (key === "after" || key === "before") return knownTimes();
  if (key === "to") return addresses(emails.flatMap(({ to }) => to));
  return key === "from" ? addresses(emails.map(({ from }) => from)) : [];
}

function addresses(mailboxes: readonly string[]): string[] {
  return [...new Set(mailboxes.map((text) => readMailbox(text).address))];
}
