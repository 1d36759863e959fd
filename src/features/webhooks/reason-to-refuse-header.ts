/** RFC 9110 §5.6.2: the characters of a field name. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}$/;
/** Visible ASCII, spaces and tabs within: a line break would begin another header (RFC 9110 §5.5). */
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]{0,1022}[\x21-\x7e])?$/;

/** Headers that Posthouse or the HTTP connection sets. A second one would change the meaning of the request. */
const RESERVED = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
]);
const RESERVED_PREFIXES = [
  "webhook-",
  "svix-",
  "x-twilio-email-event-webhook-",
  "proxy-",
  "sec-",
  "x-forwarded-",
];

/** Returns the reason why a webhook must not send this header. Null: it may. */
export function reasonToRefuseHeader(name: string, value: string): string | null {
  const lower = name.toLowerCase();
  if (!NAME.test(name)) return "must be a header name: letters, digits and hyphens, at most 64";
  if (RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix)))
    return "is set by Posthouse or by the connection";
  return VALUE.test(value)
    ? null
    : "must have a value of 1 to 1,024 printable ASCII characters without line breaks or spaces around it";
}
