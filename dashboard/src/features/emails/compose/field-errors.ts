import { fieldError, findField, itemError, sentenceOf } from "../../../form-errors.ts";
import { splitAddresses } from "./split-addresses.ts";

/** The request fields with a form field; errors of others appear above the form. */
export const SHOWN_PATHS = [
  "from",
  "to",
  "cc",
  "bcc",
  "reply_to",
  "subject",
  "html",
  "text",
  "attachments",
  "tags",
  "headers",
  "metadata",
  "scheduled_at",
];

/** The server's error for a list of addresses, with the address concerned. */
export function addressError(error: unknown, path: string, text: string): string | undefined {
  const addresses = splitAddresses(text);
  const message = itemError(error, path, addresses);
  return message !== undefined && addresses.length === 0 ? "Add at least one recipient." : message;
}

/** The server's error for a list of pairs, with the name or the number of the pair. */
export function pairError(error: unknown, path: string): string | undefined {
  const field = findField(error, path);
  const rest = field?.path.slice(path.length) ?? "";
  const index = /^\[(\d+)\]/.exec(rest)?.[1];
  if (field && index !== undefined) return sentenceOf(`Entry ${Number(index) + 1}`, field.message);
  return field && rest.startsWith(".") ? sentenceOf(rest.slice(1), field.message) : fieldError(error, path);
}

export function hasError(error: unknown, paths: string[]): boolean {
  return paths.some((path) => fieldError(error, path) !== undefined);
}
