import { errors } from "../../../platform/errors/index.ts";

export const minPasswordLength = 6;
/** Longer than any passphrase; it bounds what is normalised and hashed. */
export const maxPasswordLength = 1_024;

/** A new password in the form that counts, or `validation_failed` for `path`. Length is in code points after NFC. */
export function readPassword(text: string, path: string): string {
  // One code point has at most two units; without this bound a megabyte would be normalised first.
  if (text.length > 4 * maxPasswordLength) throw refusal(path, tooLong);
  const password = text.normalize("NFC");
  const length = [...password].length;
  if (length < minPasswordLength) throw refusal(path, `must have at least ${minPasswordLength} characters`);
  if (length > maxPasswordLength) throw refusal(path, tooLong);
  return password;
}

const tooLong = `must have at most ${maxPasswordLength} characters`;

function refusal(path: string, message: string) {
  return errors.validation_failed(`The password ${message}.`, { fields: [{ path, message }] });
}
