import { compareKey, parseMailbox } from "../../mail/address/index.ts";
import { isId } from "../../platform/ids/index.ts";
import { contactNotFound } from "./errors.ts";
import type { ContactReference } from "./queries.ts";

/** Reads the id or address of a contact from a path. Throws `contact_not_found` if the text is neither. */
export function readContactReference(text: string): ContactReference {
  if (isId(text)) return { id: text };
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw contactNotFound();
  return { emailKey: compareKey(parsed.mailbox.address) };
}
