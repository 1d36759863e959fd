import { isHeaderName } from "../header-lines.ts";
import { faultOfText } from "./fault-of-text.ts";

/** Beyond this servers cut or refuse the whole header; no list of URLs or ids that is read comes near it. */
const MAX_VALUE_LENGTH = 10_000;

const OWN_FIELD = "The email has a field of its own for it.";
const WRITTEN = "It is written when the message is built.";
const TRACE = "Only the servers that pass a message on may write it.";
const RESERVED = "Its name is reserved.";

/** Whole names, or the beginnings of names that end in `-`, in lower case; each with why a caller may not set it. */
const DENIED: [why: string, names: string[]][] = [
  // RFC 5322 §3.6: at most one of each, and it must agree with the envelope, the limits of a key and the other fields.
  [OWN_FIELD, ["from", "to", "cc", "bcc", "reply-to", "subject"]],
  // RFC 5322 §3.6.2: whom From names has sent it; another sender would have to be proven as well.
  ["The sender is who From names.", ["sender"]],
  // RFC 2045 §3: the body's form is ours, and a second Content-Type would make another message of it.
  [WRITTEN, ["date", "message-id", "mime-version", "content-"]],
  // RFC 6376 §3.5, RFC 8617 §4.1, RFC 4870: signatures vouch for the one who makes them.
  [WRITTEN, ["dkim-signature", "domainkey-signature", "arc-"]],
  // RFC 5321 §4.4, RFC 5322 §3.6.6 and §3.6.7, RFC 8601 §2.2, RFC 7208 §9.1. RFC 9228: with a Delivered-To of the
  // recipient in it, a server takes the message for one that goes in circles.
  [
    TRACE,
    [
      "return-path",
      "received",
      "received-",
      "resent-",
      "authentication-results",
      "delivered-to",
      "x-original-to",
      "apparently-to",
    ],
  ],
  [RESERVED, ["x-posthouse-"]],
];

/** Why a caller may not add this header, as a sentence; null when it may. */
export function reasonToRefuseHeader(name: string, value: string): string | null {
  if (!isHeaderName(name)) {
    return "A header name has 1 to 76 printable ASCII characters, without spaces and colons.";
  }
  // `__proto__`, `constructor`: no header, but a trap for programs that keep headers in plain objects.
  if (name in Object.prototype) return RESERVED;
  return reasonToRefuseName(name.toLowerCase()) ?? reasonToRefuseValue(value);
}

function reasonToRefuseName(name: string): string | null {
  for (const [why, names] of DENIED) {
    if (names.some((denied) => (denied.endsWith("-") ? name.startsWith(denied) : name === denied)))
      return why;
  }
  return null;
}

function reasonToRefuseValue(value: string): string | null {
  if (value.length > MAX_VALUE_LENGTH) return `It is longer than ${MAX_VALUE_LENGTH} characters.`;
  return faultOfText(value);
}
