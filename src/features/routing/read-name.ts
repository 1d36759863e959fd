import { fieldError } from "./errors.ts";

/** A name for people, trimmed; it stands in reasons, logs and events. Error: `validation_failed`. */
export function readName(text: string): string {
  const name = text.trim();
  if (name === "") throw fieldError("name", "must not be empty");
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) throw fieldError("name", "must not hold control characters");
  return name;
}
