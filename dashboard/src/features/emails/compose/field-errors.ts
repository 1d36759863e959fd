import { ApiError } from "../../../api.ts";
import { fieldError, itemError } from "../../../form-errors.ts";
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

/** The server's error for a list of pairs, with the name concerned. */
export function pairError(error: unknown, path: string): string | undefined {
  const message = fieldError(error, path);
  if (message === undefined) return undefined;
  const rest = pathOf(error, path).slice(path.length);
  const index = /^\[(\d+)\]/.exec(rest)?.[1];
  if (index !== undefined) return `${Number(index) + 1}: ${message}`;
  return rest.startsWith(".") ? `${rest.slice(1)}: ${message}` : message;
}

export function hasError(error: unknown, paths: string[]): boolean {
  return paths.some((path) => fieldError(error, path) !== undefined);
}

function pathOf(error: unknown, path: string): string {
  if (!(error instanceof ApiError)) return "";
  const isWithin = (candidate: string): boolean =>
    candidate === path || /^[.[]/.test(candidate.slice(path.length));
  return error.fields.find((field) => field.path.startsWith(path) && isWithin(field.path))?.path ?? "";
}
