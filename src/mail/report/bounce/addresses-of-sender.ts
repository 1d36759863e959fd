import { fieldsNamed } from "../message/read-fields.ts";
import type { Mail } from "../message/read-parts.ts";
import type { OriginalMessage } from "../report.ts";

const ADDRESS = /[^\s<>()[\]",;:\\@]{1,64}@[\w.-]{1,255}/g;

/**
 * The addresses of the sender whose message bounced, in lower case: from the address fields of the bounce and of the
 * original message.
 */
export function addressesOfSender({ fields }: Mail, original: OriginalMessage | null): Set<string> {
  const values = [
    ...fieldsNamed(fields, "to"),
    ...fieldsNamed(fields, "envelope-to"),
    ...fieldsNamed(fields, "from"),
    ...fieldsNamed(original?.headers ?? [], "from"),
    ...fieldsNamed(original?.headers ?? [], "return-path"),
  ];
  return new Set(values.flatMap((value) => addressesOf(value)).map((address) => address.toLowerCase()));
}

/** The addresses in a header field. */
export function addressesOf(value: string): string[] {
  return value.match(ADDRESS) ?? [];
}
