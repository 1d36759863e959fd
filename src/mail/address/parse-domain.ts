import { domainToASCII, domainToUnicode } from "node:url";

type ParsedDomain = { ok: true; domain: string } | { ok: false; reason: string };

/** RFC 1035 §2.3.4: 255 octets on the wire are 253 characters in text. */
const MAX_DOMAIN_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;
/** RFC 1123 §2.1: letters, digits and inner hyphens. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** Characters accepted in the input: those of host names, and any non-ASCII character, which IDNA then checks. */
const ACCEPTED = /^[a-zA-Z0-9.\-\u0080-\u{10ffff}]+$/u;
/**
 * UTS #46 silently drops these characters, which would make two different domains equal. Joiners are excluded, because UTS
 * #46 checks them by context.
 */
const DROPPED = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u;

/**
 * The form that most domains have. IDNA leaves it as it is, so its mapping, which takes half of the parsing time, is skipped. The
 * last label has only letters, because Node reads a last label such as `0x7f` as part of an IPv4 address.
 */
const PLAIN = /^(?:[a-z0-9-]+\.)+[a-z]+$/;

/** Reads a mail domain and returns it as lower-case A-labels. */
export function parseDomain(text: string): ParsedDomain {
  if (PLAIN.test(text)) return check(text);
  if (text === "") return refuse("There is no domain after the @.");
  if (text.startsWith("[")) return refuse("An IP address is not accepted as a domain.");
  if (text.includes("@")) return refuse("The address has more than one @.");
  if (text.includes("(")) return refuse("Comments in parentheses are not accepted.");
  if (text.includes(",")) return refuse("Give one mailbox, not a list.");
  if (!ACCEPTED.test(text)) return refuse("The domain contains a character that is not allowed in domains.");
  if (DROPPED.test(text)) return refuse("The domain contains an invisible character.");
  const domain = domainToASCII(text);
  if (domain === "") return refuse("The domain is not a valid internationalised name.");
  return check(domain);
}

function check(domain: string): ParsedDomain {
  const reason = errorInDomain(domain);
  return reason === null ? { ok: true, domain } : refuse(reason);
}

function errorInDomain(domain: string): string | null {
  if (domain.endsWith(".")) return "The domain must not end with a dot.";
  if (domain.length > MAX_DOMAIN_LENGTH) return `The domain is longer than ${MAX_DOMAIN_LENGTH} characters.`;
  const labels = domain.split(".");
  for (const label of labels) {
    const reason = errorInLabel(label);
    if (reason !== null) return reason;
  }
  const last = labels.at(-1) ?? "";
  if (labels.length < 2 || last === "localhost")
    return "The domain must be a public name such as example.com.";
  // RFC 3696 §2: no top-level domain is all digits, so names and IPv4 addresses cannot be confused.
  if (/^\d+$/.test(last)) return "An IP address is not accepted as a domain.";
  return null;
}

function errorInLabel(label: string): string | null {
  if (label === "") return "The domain has an empty part between two dots.";
  if (label.length > MAX_LABEL_LENGTH)
    return `A part of the domain is longer than ${MAX_LABEL_LENGTH} characters.`;
  if (!LABEL.test(label))
    return "A part of the domain begins or ends with a hyphen or contains a forbidden character.";
  if (label.startsWith("xn--") && !isALabel(label)) return "The domain contains an invalid xn-- part.";
  return null;
}

/** RFC 5890 §2.3.2.1: an A-label decodes to Unicode and encodes to itself again. Node also accepts invalid A-labels. */
function isALabel(label: string): boolean {
  const unicode = domainToUnicode(label);
  return unicode !== label && domainToASCII(unicode) === label;
}

function refuse(reason: string): ParsedDomain {
  return { ok: false, reason };
}
