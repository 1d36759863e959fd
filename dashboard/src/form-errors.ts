import { ApiError, type FieldError } from "./api.ts";

/** The server's error for a field, if it has one. Errors at `to[0]` and `to.email` belong to `to`. */
export function fieldError(error: unknown, path: string): string | undefined {
  const field = findField(error, path);
  return field && asSentence(field.message);
}

/** The server's error for a field and what is in it, for example at `to[0]` for `to`. */
export function findField(error: unknown, path: string): FieldError | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.find((candidate) => belongsTo(candidate.path, path));
}

/** The error of a list field. An error at `to[1]` names the item. */
export function itemError(error: unknown, path: string, items: string[]): string | undefined {
  const field = findField(error, path);
  const index = /^\[(\d+)\]/.exec(field?.path.slice(path.length) ?? "")?.[1];
  const item = index === undefined ? undefined : items[Number(index)];
  if (!field || item === undefined || field.message.includes(item)) return fieldError(error, path);
  return sentenceOf(item, field.message);
}

/** The error without the fields that the user has edited since: they may be valid now. */
export function withoutFields(error: Error | null, paths: string[]): Error | null {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error;
  const fields = error.fields.filter((field) => !paths.some((path) => belongsTo(field.path, path)));
  return fields.length === 0 ? null : new ApiError({ ...error, message: error.message, fields });
}

/** The error shown above the form: everything that no field in `paths` shows. */
export function formError(error: unknown, paths: string[]): string | undefined {
  if (error === null || error === undefined) return undefined;
  if (!(error instanceof ApiError)) return "Something went wrong. Reload the page and try again.";
  if (error.fields.length === 0) return error.message;
  const rest = error.fields.filter((field) => !paths.some((path) => belongsTo(field.path, path)));
  return rest.length === 0 ? undefined : rest.map((field) => `${field.path}: ${field.message}`).join(" ");
}

/** API errors follow a field's name ("must not be empty"). Beside the field they have to be a sentence. */
function asSentence(message: string): string {
  return withEnd(message.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase()));
}

/** Names what an API error is about. The error continues a sentence ("is not an IP address"), or is one ("The address has no @."). */
export function sentenceOf(subject: string, message: string): string {
  return withEnd(/^[A-Z]/.test(message) ? `${subject}: ${message}` : `${subject} ${message}`);
}

function withEnd(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function belongsTo(fieldPath: string, path: string): boolean {
  return fieldPath === path || fieldPath.startsWith(`${path}.`) || fieldPath.startsWith(`${path}[`);
}
