import { compareKey, parseMailbox } from "../../../mail/address/index.ts";
import { errors } from "../../../platform/errors/index.ts";

/** The address somebody registers with, or `validation_failed`: one bare address, as given but for the domain. */
export function readAddress(text: string): { email: string; emailKey: string } {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw refusal(parsed.reason);
  if (text.trim().endsWith(">")) throw refusal("Give the address alone, without a name.");
  return { email: parsed.mailbox.address, emailKey: compareKey(parsed.mailbox.address) };
}

/** What to look a user up by. Text that is no address finds nobody, but the first admin's may be lax, such as `admin@localhost`. */
export function emailKeyOf(text: string): string {
  const parsed = parseMailbox(text);
  return parsed.ok ? compareKey(parsed.mailbox.address) : text.trim().toLowerCase();
}

function refusal(message: string) {
  return errors.validation_failed(message, { fields: [{ path: "email", message }] });
}
