import { applyEdits, type Edit } from "../../../mail/message/index.ts";
import type { ReadSubmission } from "./read-submission.ts";

type Trace = {
  /** Our name. */
  host: string;
  /** RFC 3848: ESMTPSA. */
  protocol: string;
  /** Of the transaction, as the log has it. */
  id: string;
  at: Date;
};

/** How a Received field of this server begins, behind its name. */
export function ownTrace(host: string): string {
  return `by ${host} (Posthouse)`;
}

/**
 * The message as it goes out: a trace field (RFC 5321 §4.4), a Message-ID and a Date if it has none (RFC 6409 §8.2, §8.3), and
 * then its own bytes, with `edits` and without the fields that are removed. The trace does not say where it came from: that is a
 * person's address.
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
  const removals = read.removed.map(({ start, end }) => ({ start, end, bytes: nothing }));
  return applyEdits(message, [...removals, ...edits], Buffer.from(added.join("")));
}

const nothing = Buffer.alloc(0);

/** RFC 5322 §3.3; "GMT" is obsolete there. */
function formatDate(at: Date): string {
  return at.toUTCString().replace("GMT", "+0000");
}
