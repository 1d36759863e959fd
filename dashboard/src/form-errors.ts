import { ApiError } from "./api.ts";

/** What the server said about one field, if anything; `to[0]` and `to.email` belong to `to`. */
export function fieldError(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const fault = error.fields.find((candidate) => belongsTo(candidate.path, path));
  return fault && asSentence(fault.message);
}

/** The same of a field that is a list: `to[1]` is told with the item that it means. */
export function itemError(error: unknown, path: string, items: string[]): string | undefined {
  const message = fieldError(error, path);
  if (message === undefined || !(error instanceof ApiError)) return message;
  const fault = error.fields.find((candidate) => belongsTo(candidate.path, path));
  const index = /^\[(\d+)\]/.exec(fault?.path.slice(path.length) ?? "")?.[1];
  const item = index === undefined ? undefined : items[Number(index)];
  return item === undefined || message.includes(item) ? message : `${item}: ${message}`;
}

/** What is left of a refusal once some of its fields have been edited: they may be right by now. */
export function withoutFields(error: Error | null, paths: string[]): Error | null {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error;
  const fields = error.fields.filter((fault) => !paths.some((path) => belongsTo(fault.path, path)));
  return fields.length === 0 ? null : new ApiError({ ...error, message: error.message, fields });
}

/** What belongs above the form: everything that no field of `paths` shows. */
export function formError(error: unknown, paths: string[]): string | undefined {
  if (error === null || error === undefined) return undefined;
  if (!(error instanceof ApiError)) return "Something went wrong in this page. Reload it and try again.";
  if (error.fields.length === 0) return error.message;
  const rest = error.fields.filter((fault) => !paths.some((path) => belongsTo(fault.path, path)));
  return rest.length === 0 ? undefined : rest.map((fault) => `${fault.path}: ${fault.message}`).join(" ");
}

/** Faults are worded to follow the field's name ("must not be empty"); beside the field they stand alone. */
function asSentence(message: string): string {
  const capitalised = message.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase());
  return /[.!?]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}

function belongsTo(faultPath: string, path: string): boolean {
  return faultPath === path || faultPath.startsWith(`${path}.`) || faultPath.startsWith(`${path}[`);
}
