import { ApiError } from "../../../api.ts";
import { fieldError, itemError } from "../../../form-errors.ts";
import { splitAddresses } from "./split-addresses.ts";

/** The fields of a request that stand in the form; faults at others are told above it. */
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

/** What the server has against a list of addresses, with the address that it means. */
export function addressFault(error: unknown, path: string, text: string): string | undefined {
  const addresses = splitAddresses(text);
  const message = itemError(error, path, addresses);
  return message !== undefined && addresses.length === 0 ? "Somebody has to get it." : message;
}

/** What the server has against one of several names with values, with the name that it means. */
export function pairFault(error: unknown, path: string): string | undefined {
  const message = fieldError(error, path);
  if (message === undefined) return undefined;
  const rest = pathOf(error, path).slice(path.length);
  const index = /^\[(\d+)\]/.exec(rest)?.[1];
  if (index !== undefined) return `${Number(index) + 1}: ${message}`;
  return rest.startsWith(".") ? `${rest.slice(1)}: ${message}` : message;
}

export function hasFault(error: unknown, paths: string[]): boolean {
  return paths.some((path) => fieldError(error, path) !== undefined);
}

function pathOf(error: unknown, path: string): string {
  if (!(error instanceof ApiError)) return "";
  const isWithin = (candidate: string): boolean =>
    candidate === path || /^[.[]/.test(candidate.slice(path.length));
  return error.fields.find((fault) => fault.path.startsWith(path) && isWithin(fault.path))?.path ?? "";
}
