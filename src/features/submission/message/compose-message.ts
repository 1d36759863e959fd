import { applyEdits, type Edit } from "../../../mail/message/index.ts";
import type { ReadSubmission } from "./read-submission.ts";

type Trace = {
  /** The host name of this server. */
  host: string;
  /** RFC 3848: ESMTPSA. */
  protocol: string;
  /** Id of the transaction, the same as in the log. */
  id: string;
  at: Date;
};

/** The beginning of this server's Received field, after its name. */
export function ownTrace(host: string): string {
  return `by ${host} (Posthouse)`;
}

/**
 * Returns the message to be sent: a trace field (RFC 5321 §4.4), a Message-ID and a Date if it has none (RFC 6409 §8.2, §8.3), and then
 * its own bytes with `edits` applied and the removed fields left out. The trace does not contain the client's address, because that is
 * personal data.
 */
export function composeMessage(
  message: Buffer,
  { read, edits, messageId, trace }: { read: ReadSubmission; edits: Edit[]; messageId: string; trace: Trace },
): Buffer {
  const { host, protocol, id, at } = trace;
  const added = [
    `Received: ${ownTrace(host)} with ${protocol} id ${id};\r\n\t${formatDate(at)}\r\n`,
    read.messageId === null ? `Message-ID: <${messageId}>\r\n` : "",
    read.hasDate ? "" : `Date: ${formatDate(at)}\r\n`,
  ];
  const removals = read.removed.map(({ start, end }) => ({ start, end, bytes: EMPTY }));
  return applyEdits(message, [...removals, ...edits], Buffer.from(added.join("")));
}

const EMPTY = Buffer.alloc(0);

/** RFC 5322 §3.3. The zone "GMT" is obsolete. */
function formatDate(at: Date): string {
  return at.toUTCString().replace("GMT", "+0000");
}
