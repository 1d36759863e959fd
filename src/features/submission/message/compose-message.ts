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
 * then its own bytes without the fields that are withheld. The trace does not say where it came from: that is a person's address.
 */
export function composeMessage(
  message: Buffer,
  { read, messageId, trace }: { read: ReadSubmission; messageId: string; trace: Trace },
): Buffer {
  const { host, protocol, id, at } = trace;
  const added = [
    `Received: ${ownTrace(host)} with ${protocol} id ${id};\r\n\t${formatDate(at)}\r\n`,
    read.messageId === null ? `Message-ID: <${messageId}>\r\n` : "",
    read.hasDate ? "" : `Date: ${formatDate(at)}\r\n`,
  ];
  const parts: Buffer[] = [Buffer.from(added.join(""))];
  let done = 0;
  for (const { start, end } of read.withheld) {
    parts.push(message.subarray(done, start));
    done = end;
  }
  parts.push(message.subarray(done));
  return Buffer.concat(parts);
}

/** RFC 5322 §3.3; "GMT" is obsolete there. */
function formatDate(at: Date): string {
  return at.toUTCString().replace("GMT", "+0000");
}
