/** What happens to such a header in a message that came whole. */
type InMessage =
  /** It goes on unchanged: the message needs it, or a loop is recognised by it. */
  | "kept"
  /** It goes on if it belongs to the domain that sends; who reads the message decides. */
  | "checked"
  /** It is taken out: it claims what its sender cannot know, or must not reach anybody. */
  | "removed";

type ReservedHeader = { why: string; inMessage: InMessage };

const OWN_FIELD = "The email has a field of its own for it.";
const WRITTEN = "It is written when the message is built.";
const TRACE = "Only the servers that pass a message on may write it.";
export const RESERVED = "Its name is reserved.";

/** Whole names, or the beginnings of names that end in `-`, in lower case; each with why a caller may not set it. */
const ROWS: [why: string, inMessage: InMessage, names: string[]][] = [
  // RFC 5322 §3.6: at most one of each, and it must agree with the envelope, the limits of a key and the other fields.
  [OWN_FIELD, "kept", ["from", "to", "cc", "reply-to", "subject"]],
  // RFC 5322 §3.6.3: it reaches nobody else.
  [OWN_FIELD, "removed", ["bcc"]],
  // RFC 5322 §3.6.2: another sender has to be allowed as well.
  ["The sender is who From names.", "checked", ["sender"]],
  // RFC 2045 §3: the body's form is ours, and a second Content-Type would make another message of it.
  [WRITTEN, "kept", ["date", "message-id", "mime-version", "content-"]],
  // RFC 6376 §3.5: a client may sign for its own domain before it submits.
  [WRITTEN, "checked", ["dkim-signature"]],
  // RFC 4870, RFC 8617 §4.1: only a server that passes a message on seals it.
  [WRITTEN, "removed", ["domainkey-signature", "arc-"]],
  // RFC 5321 §6.3, RFC 9228: they end a loop, so they stay. A caller that adds them feigns one.
  [TRACE, "kept", ["received", "delivered-to", "x-original-to"]],
  // RFC 5321 §4.4, RFC 5322 §3.6.6, RFC 8601 §5, RFC 7208 §9.1: readers believe them. Apparently-To may name a Bcc.
  [TRACE, "removed", ["return-path", "received-", "resent-", "authentication-results", "apparently-to"]],
  [RESERVED, "removed", ["x-posthouse-"]],
];

const whole = new Map<string, ReservedHeader>();
const beginnings: [beginning: string, header: ReservedHeader][] = [];
for (const [why, inMessage, names] of ROWS)
  for (const name of names)
    if (name.endsWith("-")) beginnings.push([name, { why, inMessage }]);
    else whole.set(name, { why, inMessage });

/** `name` in lower case. Null: anybody may set it. */
export function reservedHeader(name: string): ReservedHeader | null {
  const exact = whole.get(name);
  if (exact) return exact;
  for (const [beginning, header] of beginnings) if (name.startsWith(beginning)) return header;
  return null;
}
