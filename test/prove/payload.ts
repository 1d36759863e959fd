import { createHash } from "node:crypto";

const LINES_PER_PAYLOAD = 24;

/**
 * The text that belongs to an id: hexadecimal lines, short and free of "=", so that neither quoted-printable nor 7bit
 * changes them and the sink can check them without a MIME parser (one that would also have to be right).
 */
export function payloadOf(id: string): string {
  const lines = Array.from({ length: LINES_PER_PAYLOAD }, (_, n) =>
    createHash("sha256").update(`${id} ${n}`).digest("hex").slice(0, 40),
  );
  return [`BEGIN ${id}`, ...lines, `END ${id}`].join("\n");
}

/** The id in a message's subject, or null for a message that is not of the proof. */
export function idOf(message: string): string | null {
  return /^Subject: proof (\S+)/m.exec(message)?.[1] ?? null;
}

/** Whether the text part and the HTML part contain the whole payload of the id. */
export function isIntact(message: string, id: string): boolean {
  const expected = payloadOf(id).replaceAll("\n", "\r\n");
  return message.split(expected).length - 1 === 2;
}
