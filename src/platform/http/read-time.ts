import { errors } from "../errors/index.ts";
import { FIRST_ID, firstIdAt, LAST_ID } from "../ids/index.ts";

/** Reads a time of a query; the schema's format also accepts days such as February 30. Error: `validation_failed`. */
export function readTime(path: string, text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  const message = "is not a valid time; use the form 2026-11-21T08:00:00Z";
  throw errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}

/** Reads a time range of a query as a range of ids. `prefix` is that of the names of both. Error: `validation_failed`. */
export function readIdRange(
  { after, before }: { after?: string | undefined; before?: string | undefined },
  prefix = "",
): { fromId: string; beforeId: string } {
  return {
    fromId: after === undefined ? FIRST_ID : firstIdAt(readTime(`${prefix}after`, after)),
    beforeId: before === undefined ? LAST_ID : firstIdAt(readTime(`${prefix}before`, before)),
  };
}
