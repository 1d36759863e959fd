import type { Mailbox } from "../../../mail/address/index.ts";
import {
  type HeaderField,
  readFrom,
  readHeaderFields,
  readLines,
  readText,
} from "../../../mail/message/index.ts";
import { type Limits, SmtpReply } from "../../../platform/smtp-server/index.ts";
import { isRemoved } from "./removed-fields.ts";

/** What a message says of itself, and what has to change in it. */
export type ReadSubmission = {
  /** The first author. */
  from: Mailbox;
  /** Further authors and the Sender: the key must be allowed to send for them too. */
  furtherSenders: Mailbox[];
  subject: string;
  /** Without brackets; null if it has none, as with `hasDate`. */
  messageId: string | null;
  hasDate: boolean;
  idempotencyKey: string | null;
  /** To leave out, in the order of the message. */
  removed: HeaderField[];
  /** Where lines of more than 998 octets begin. */
  longLines: number[];
};

/** RFC 5322 §3.6: at most one of each. Where there are two, one reader shows this one and the next the other. */
const single = ["from", "sender", "date", "message-id", "subject"];
const idempotencyNames = ["x-posthouse-idempotency-key", "resend-idempotency-key"];
const maxSubject = 2_000;

/** Decides whether a message may go out and reads what we must know of it. Throws SmtpReply. */
export function readSubmission(
  message: Buffer,
  { ownTrace, limits }: { ownTrace: string; limits: Limits },
): ReadSubmission {
  const { problem, longLines } = readLines(message);
  if (problem !== null) throw new SmtpReply(550, `5.6.0 ${problem}`);
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
  const { from, authors, furtherSenders } = readSenders(bodyOf);
  return {
    from,
    furtherSenders,
    subject: readText(bodyOf("subject") ?? Buffer.alloc(0))
      .slice(0, maxSubject)
      .toWellFormed(),
    messageId: readMessageId(bodyOf("message-id")),
    hasDate: bodyOf("date") !== null,
    idempotencyKey: readIdempotencyKey(bodyOf),
    removed: fields.filter((field) => isRemoved(field, { message, authors })),
    longLines,
  };
}

type BodyOf = (name: string) => Buffer | null;

/** RFC 5322 §3.6.2: several authors need a Sender. Who is named in either must be allowed, as with From alone. */
function readSenders(bodyOf: BodyOf): { from: Mailbox; authors: Mailbox[]; furtherSenders: Mailbox[] } {
  const authors = readMailboxes("From", bodyOf("from"));
  const [from, ...others] = authors;
  if (!from) throw new SmtpReply(550, "5.6.0 The message has no From field");
  const sender = readMailboxes("Sender", bodyOf("sender"));
  if (sender.length > 1) throw new SmtpReply(550, "5.6.0 Sender: give one mailbox, not a list");
  if (others.length > 0 && sender.length === 0)
    throw new SmtpReply(550, "5.6.0 From: several mailboxes need a Sender field that says who sends");
  return { from, authors, furtherSenders: [...others, ...sender] };
}

function readMailboxes(name: string, body: Buffer | null): Mailbox[] {
  if (!body) return [];
  const read = readFrom(body);
  if (!read.ok) throw new SmtpReply(550, `5.6.0 ${name}: ${read.reason}`);
  return read.mailboxes;
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

function readIdempotencyKey(bodyOf: BodyOf): string | null {
  for (const name of idempotencyNames) {
    const body = bodyOf(name);
    if (body) return readText(body);
  }
  return null;
}
