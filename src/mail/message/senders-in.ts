import { readFrom } from "./read-from.ts";
import { readHeaderFields } from "./read-header-fields.ts";

/**
 * The addresses of all authors and of the Sender (RFC 5322 §3.6.2). All of them are readable, because the message was
 * checked when it was accepted.
 */
export function sendersIn(message: Buffer): string[] {
  const header = readHeaderFields(message, { maxBytes: message.length });
  if (!header.ok) return [];
  const addresses = header.fields
    .filter(({ name }) => name === "from" || name === "sender")
    .flatMap(({ body, end }) => {
      const read = readFrom(message.subarray(body, end));
      return read.ok ? read.mailboxes.map(({ address }) => address) : [];
    });
  return [...new Set(addresses)];
}
