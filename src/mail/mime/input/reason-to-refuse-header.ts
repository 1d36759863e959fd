import { isHeaderName } from "../header-lines.ts";
import { errorInText } from "./error-in-text.ts";
import { RESERVED, reservedHeader } from "./reserved-headers.ts";

/** Servers cut or refuse longer headers; no useful list of URLs or ids comes near this length. */
const MAX_VALUE_LENGTH = 10_000;

/** Returns the reason, as a sentence, why a caller may not add this header, or null. */
export function reasonToRefuseHeader(name: string, value: string): string | null {
  if (!isHeaderName(name)) {
    return "A header name has 1 to 76 printable ASCII characters, without spaces and colons.";
  }
  // Names such as `__proto__` and `constructor` are dangerous to programs that keep headers in plain objects.
  if (name in Object.prototype) return RESERVED;
  return reservedHeader(name.toLowerCase())?.why ?? reasonToRefuseValue(value);
}

function reasonToRefuseValue(value: string): string | null {
  if (value.length > MAX_VALUE_LENGTH) return `It is longer than ${MAX_VALUE_LENGTH} characters.`;
  return errorInText(value);
}
