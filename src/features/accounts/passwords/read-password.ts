import { errors } from "../../../platform/errors/index.ts";

export const MIN_PASSWORD_LENGTH = 6;
/** Longer than any passphrase, and short enough to bound the cost of normalizing and hashing. */
export const MAX_PASSWORD_LENGTH = 1_024;

/** Returns a new password in its normalized form, or throws `validation_failed` for `path`. Length is in code points after NFC. */
export function readPassword(text: string, path: string): string {
  // One code point has at most two units; without this bound a megabyte would be normalized first.
  if (text.length > 4 * MAX_PASSWORD_LENGTH) throw refusal(path, TOO_LONG);
  const password = text.normalize("NFC");
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH)
    throw refusal(path, `must have at least ${MIN_PASSWORD_LENGTH} characters`);
  if (length > MAX_PASSWORD_LENGTH) throw refusal(path, TOO_LONG);
  return password;
}

const TOO_LONG = `must have at most ${MAX_PASSWORD_LENGTH} characters`;

function refusal(path: string, message: string) {
  return errors.validation_failed(`The password ${message}.`, { fields: [{ path, message }] });
}
