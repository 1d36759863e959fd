import { errors } from "../errors/index.ts";

/** Reads a time of a query; the schema's format also accepts days such as February 30. Error: `validation_failed`. */
export function readTime(path: string, text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  const message = "is not a valid time; use the form 2026-11-21T08:00:00Z";
  throw errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
