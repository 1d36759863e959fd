import { fieldError } from "./errors.ts";

/** Reads and trims a name, which is shown in reasons, logs and events. Error: `validation_failed`. */
export function readName(text: string): string {
  const name = text.trim();
  if (name === "") throw fieldError("name", "must not be empty");
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw fieldError("name", "must not contain control characters");
  return name;
}
