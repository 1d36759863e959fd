import type { Mailbox } from "../../../mail/address/index.ts";

/** Formats a mailbox for the API and the dashboard, without header encodings. */
export function formatMailbox({ name, address }: Mailbox): string {
  if (!name) return address;
  return /[",<>@;:()[\]\\]/.test(name)
    ? `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`
    : `${name} <${address}>`;
}
