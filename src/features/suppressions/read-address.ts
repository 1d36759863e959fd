import { compareKey, parseMailbox } from "../../mail/address/index.ts";
import { suppressionNotFound } from "./errors.ts";

/** Returns the address or the reason why it is invalid. Sending uses the same parser (J7). */
export function readAddress(text: string): { address: string } | { problem: string } {
  const parsed = parseMailbox(text);
  return parsed.ok ? { address: parsed.mailbox.address } : { problem: parsed.reason };
}

/** Returns the key of the address in a path. An invalid address is never suppressed: `suppression_not_found`. */
export function readAddressKey(text: string): string {
  const parsed = readAddress(text);
  if ("problem" in parsed) throw suppressionNotFound();
  return compareKey(parsed.address);
}
