import type { Mailbox } from "../../../mail/address/index.ts";
import {
  faultOfLines,
  type HeaderField,
  readFrom,
  readHeaderFields,
  readText,
} from "../../../mail/message/index.ts";
import { type Limits, SmtpReply } from "../../../platform/smtp-server/index.ts";

/** What a message says of itself, and which of its fields go no further. */
export type ReadSubmission = {
  from: Mailbox;
  subject: string;
  /** Without brackets; null if it has none, as with `hasDate`. */
  messageId: string | null;
  hasDate: boolean;
  idempotencyKey: string | null;
  /** To leave out, in the order of the message. */
  withheld: HeaderField[];
};

/** RFC 5322 §3.6: at most one of each. Where there are two, one reader shows this one and the next the other. */
const single = ["from", "sender", "date", "message-id", "subject"];
const idempotencyNames = ["x-posthouse-idempotency-key", "resend-idempotency-key"];
/**
 * Bcc must not reach anybody (RFC 5322 §3.6.3), Return-Path is for the last server to write (RFC 5321 §4.4), the key is for us.
 */
const withheldNames = new Set(["bcc", "resent-bcc", "return-path", ...idempotencyNames]);
const maxSubject = 2_000;

/** Decides whether a message may go out and reads what we must know of it. Throws SmtpReply. */
export function readSubmission(
  message: Buffer,
  { ownTrace, limits }: { ownTrace: string; limits: Limits },
): ReadSubmission {
  const fault = faultOfLines(message);
  if (fault !== null) throw new SmtpReply(550, `5.6.0 ${fault}`);
  const header = readHeaderFields(message, { maxBytes: limits.headerBytes });
  if (!header.ok) throw new SmtpReply(550, `5.6.0 ${header.reason}`);
  const { fields } = header;
  checkHops(message, { fields, ownTrace, limits });
  const twice = single.find((name) => fields.filter((field) => field.name === name).length > 1);
  if (twice !== undefined) throw new SmtpReply(550, `5.6.0 There is more than one ${twice} field`);
  const bodyOf = (name: string) => {
    const field = fields.find((one) => one.name === name);
    return field ? message.subarray(field.body, field.end) : null;
  };
  const from = bodyOf("from");
  if (!from) throw new SmtpReply(550, "5.6.0 The message has no From field");
  const mailbox = readFrom(from);
  if (!mailbox.ok) throw new SmtpReply(550, `5.6.0 From: ${mailbox.reason}`);
  return {
    from: mailbox.mailbox,
    subject: readText(bodyOf("subject") ?? Buffer.alloc(0))
      .slice(0, maxSubject)
      .toWellFormed(),
    messageId: readMessageId(bodyOf("message-id")),
    hasDate: bodyOf("date") !== null,
    idempotencyKey: readIdempotencyKey(bodyOf),
    withheld: fields.filter(({ name }) => withheldNames.has(name)),
  };
}

/** RFC 5321 §6.3: what has passed too many servers, or this one again and again, is in a loop. */
function checkHops(
  message: Buffer,
  { fields, ownTrace, limits }: { fields: HeaderField[]; ownTrace: string; limits: Limits },
): void {
  const received = fields.filter(({ name }) => name === "received");
  const own = received.filter(({ body, end }) => message.toString("latin1", body, end).includes(ownTrace));
  if (received.length > limits.receivedHops || own.length >= limits.ownHops)
    throw new SmtpReply(554, "5.4.6 The message is in a loop: it has too many Received fields");
}

/** RFC 5322 §3.6.4. One that is written in another way stays as it is and is called by what it says. */
function readMessageId(body: Buffer | null): string | null {
  if (!body) return null;
  const text = readText(body);
  return (/<([^<>\s]+)>/.exec(text)?.[1] ?? text.replaceAll(/\s+/g, "")) || null;
}

function readIdempotencyKey(bodyOf: (name: string) => Buffer | null): string | null {
  for (const name of idempotencyNames) {
    const body = bodyOf(name);
    if (body) return readText(body);
  }
  return null;
}
