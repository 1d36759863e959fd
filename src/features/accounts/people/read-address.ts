import { compareKey, parseMailbox } from "../../../mail/address/index.ts";
import { errors } from "../../../platform/errors/index.ts";

/** Returns the address of a registration, with its domain normalized, or throws `validation_failed` unless it is one bare address. */
export function readAddress(text: string): { email: string; emailKey: string } {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw refusal(parsed.reason);
  if (text.trim().endsWith(">")) throw refusal("Enter the address alone, without a name.");
  return { email: parsed.mailbox.address, emailKey: compareKey(parsed.mailbox.address) };
}

/** Returns the key by which a user is found. Accepts lax addresses, because the first admin may be `admin@localhost`. */
export function emailKeyOf(text: string): string {
  const parsed = parseMailbox(text);
  return parsed.ok ? compareKey(parsed.mailbox.address) : text.trim().toLowerCase();
}

function refusal(message: string) {
  return errors.validation_failed(message, { fields: [{ path: "email", message }] });
}
