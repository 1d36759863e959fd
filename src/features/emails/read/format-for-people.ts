import type { Mailbox } from "../../../mail/address/index.ts";

/** A mailbox as API and dashboard show it: without the header's encodings. */
export function formatMailbox({ name, address }: Mailbox): string {
  if (!name) return address;
  return /[",<>@;:()[\]\\]/.test(name)
    ? `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`
    : `${name} <${address}>`;
}
