/** RFC 1035 §2.3.4: 255 octets on the wire are 253 characters in text. */
const MAX_NAME_LENGTH = 253;
/** What may be asked for. Labels such as _dmarc and _25 are no host names (RFC 8552). */
const LABEL = /^[a-z0-9_-]{1,63}$/;
/**
 * RFC 1123 §2.1. The underscore is no letter of a host name, but providers of web hosting make mail servers named _dc-mx.… and
 * mail must get there; it can do no harm in a command or a log.
 */
const HOST_LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Without the dot at the end, in lower case: names compare so (RFC 4343). */
export function normalizeName(name: string): string {
  return (name.length > 1 && name.endsWith(".") ? name.slice(0, -1) : name).toLowerCase();
}

/** Whether a normalised name can be asked for at all. */
export function isDnsName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && name.split(".").every((label) => LABEL.test(label));
}

/**
 * Whether a normalised name from outside may be used as the name of a host: connected to, said in TLS, written to a log. DNS itself
 * carries any octet, and a domain's owner may put line ends and terminal commands there (E22).
 */
export function isHostName(name: string): boolean {
  const labels = name.split(".");
  // RFC 3696 §2: no top-level domain is all digits, so an address in place of a name is none.
  return (
    name.length <= MAX_NAME_LENGTH &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

/** A name from outside, fit for a sentence. */
export function sayName(name: string): string {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return `"${shown.replace(/[^\x21-\x7e…]|["\\]/g, "?")}"`;
}
