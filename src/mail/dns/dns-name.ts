/** RFC 1035 §2.3.4: 255 octets on the wire are 253 characters in text. */
const MAX_NAME_LENGTH = 253;
/** Labels of names that may be queried. Labels such as _dmarc and _25 are not host names (RFC 8552). */
const LABEL = /^[a-z0-9_-]{1,63}$/;
/**
 * RFC 1123 §2.1. Host names have no underscore, but web hosting providers create mail servers named _dc-mx.…, and mail must
 * reach them. An underscore is harmless in commands and logs.
 */
const HOST_LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Removes the final dot and converts to lower case. Normalized names can be compared (RFC 4343). */
export function normalizeName(name: string): string {
  return (name.length > 1 && name.endsWith(".") ? name.slice(0, -1) : name).toLowerCase();
}

/** Whether a normalized name can be queried at all. */
export function isDnsName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && name.split(".").every((label) => LABEL.test(label));
}

/**
 * Whether a normalized name from outside may be used as a host name: in a connection, in TLS, in a log. A DNS name may
 * contain any octet, so the owner of a domain could insert line ends or terminal commands (E22).
 */
export function isHostName(name: string): boolean {
  const labels = name.split(".");
  // RFC 3696 §2: no top-level domain is all digits, so an IPv4 address is not a host name.
  return (
    name.length <= MAX_NAME_LENGTH &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

/** A name from outside, safe to use in a sentence. */
export function sayName(name: string): string {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return `"${shown.replace(/[^\x21-\x7e…]|["\\]/g, "?")}"`;
}
