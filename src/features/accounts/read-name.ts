import { errors } from "../../platform/errors/index.ts";

export const MAX_NAME_LENGTH = 100;

/** Returns a display name, trimmed, or throws `validation_failed` for `path`. */
export function readName(text: string, path: string): string {
  const name = text.trim();
  if (name === "") throw refusal(path, "must not be empty");
  if (name.length > MAX_NAME_LENGTH) throw refusal(path, `must have at most ${MAX_NAME_LENGTH} characters`);
  // Line breaks and escape sequences would do harm in logs, terminals and headers.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) throw refusal(path, "must not contain control characters");
  return name;
}

function refusal(path: string, message: string) {
  return errors.validation_failed(`The field ${path} ${message}.`, { fields: [{ path, message }] });
}
