/** The treatment of such a header in a complete message from a client. */
type InMessage =
  /** The header is kept: the message needs it, or it serves to detect loops. */
  | "kept"
  /** The header is kept if it belongs to the sending domain; the code that reads the message checks that. */
  | "checked"
  /** The header is removed: it claims facts that its sender cannot know, or must not reach a recipient. */
  | "removed";

type ReservedHeader = { why: string; inMessage: InMessage };

const OWN_FIELD = "Use the email's own field for it.";
const WRITTEN = "Posthouse writes it when it builds the message.";
const TRACE = "Only servers that relay a message may write it.";
export const RESERVED = "Its name is reserved.";

/** Full names, or prefixes that end in `-`, in lower case. `why` is the reason that a caller may not set them. */
const ROWS: [why: string, inMessage: InMessage, names: string[]][] = [
  // RFC 5322 §3.6: at most one of each, consistent with the envelope, the limits of a key and the other fields.
  [OWN_FIELD, "kept", ["from", "to", "cc", "reply-to", "subject"]],
  // RFC 5322 §3.6.3: Bcc must not reach other recipients.
  [OWN_FIELD, "removed", ["bcc"]],
  // RFC 5322 §3.6.2: a different address in Sender would have to be allowed too.
  ["The sender is the From address.", "checked", ["sender"]],
  // RFC 2045 §3: Posthouse determines the form of the body, and a second Content-Type would change the message.
  [WRITTEN, "kept", ["date", "message-id", "mime-version", "content-"]],
  // RFC 6376 §3.5: a client may sign for its own domain before it submits.
  [WRITTEN, "checked", ["dkim-signature"]],
  // RFC 4870, RFC 8617 §4.1: only a relaying server seals a message.
  [WRITTEN, "removed", ["domainkey-signature", "arc-"]],
  // RFC 5321 §6.3, RFC 9228: these headers stop mail loops, so they stay. A caller that adds them simulates a loop.
  [TRACE, "kept", ["received", "delivered-to", "x-original-to"]],
  // RFC 5321 §4.4, RFC 5322 §3.6.6, RFC 8601 §5, RFC 7208 §9.1: mail programs trust these fields. Apparently-To may reveal a
  // Bcc.
  [TRACE, "removed", ["return-path", "received-", "resent-", "authentication-results", "apparently-to"]],
  [RESERVED, "removed", ["x-posthouse-"]],
];

const byName = new Map<string, ReservedHeader>();
const prefixes: [prefix: string, header: ReservedHeader][] = [];
for (const [why, inMessage, names] of ROWS)
  for (const name of names)
    if (name.endsWith("-")) prefixes.push([name, { why, inMessage }]);
    else byName.set(name, { why, inMessage });

/** `name` in lower case. @returns null when callers may set it */
export function reservedHeader(name: string): ReservedHeader | null {
  const exact = byName.get(name);
  if (exact) return exact;
  for (const [prefix, header] of prefixes) if (name.startsWith(prefix)) return header;
  return null;
}
