import { compareKey, parseMailbox } from "../../mail/address/index.ts";
import { isId } from "../../platform/ids/index.ts";
import { contactNotFound } from "./errors.ts";
import type { ContactReference } from "./queries.ts";

/** Reads what a path names a contact by. Text that can be neither an id nor an address names none: `contact_not_found`. */
export function readContactReference(text: string): ContactReference {
  if (isId(text)) return { id: text };
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw contactNotFound();
  return { emailKey: compareKey(parsed.mailbox.address) };
}
