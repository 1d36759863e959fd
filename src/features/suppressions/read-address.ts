import { compareKey, parseMailbox } from "../../mail/address/index.ts";
import { suppressionNotFound } from "./errors.ts";

/** The address, or why it is none; read as sending reads it (J7). */
export function readAddress(text: string): { address: string } | { problem: string } {
  const parsed = parseMailbox(text);
  return parsed.ok ? { address: parsed.mailbox.address } : { problem: parsed.reason };
}

/** The key of the address in a path. What is no address is suppressed nowhere: `suppression_not_found`. */
export function readAddressKey(text: string): string {
  const read = readAddress(text);
  if ("problem" in read) throw suppressionNotFound();
  return compareKey(read.address);
}
