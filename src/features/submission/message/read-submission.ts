import type { Mailbox } from "../../../mail/address/index.ts";
import {
  type HeaderField,
  readFrom,
  readHeaderFields,
  readLines,
  readText,
} from "../../../mail/message/index.ts";
import { type Limits, SmtpReply } from "../../../platform/smtp-server/index.ts";
import { isRemoved, isReplaced } from "./removed-fields.ts";

/** The parts of a message that submission needs, and the fields and lines that have to change. */
export type ReadSubmission = {
  /** The first author. */
  from: Mailbox;
  /** Further authors and the Sender. The key must be allowed to send as each of them. */
  furtherSenders: Mailbox[];
  subject: string;
  /** Without brackets. Null if the message has none. */
  messageId: string | null;
  hasDate: boolean;
  idempotencyKey: string | null;
  /** The fields to leave out, in the order of the message. */
  removed: HeaderField[];
  /** Where lines of more than 998 octets begin. */
  longLines: number[];
};

/** RFC 5322 §3.6: at most one of each. With two, one mail program would show the first and another the second. */
const SINGLE_FIELDS = ["from", "sender", "date", "message-id", "subject"];
const IDEMPOTENCY_FIELDS = ["x-posthouse-idempotency-key", "resend-idempotency-key"];
const MAX_SUBJECT = 2_000;

/** Validates a message and reads the parts that submission needs. Throws SmtpReply. */
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
  const kept = fields.filter((field) => !isReplaced(field, message));
  const twice = SINGLE_FIELDS.find((name) => kept.filter((field) => field.name === name).length > 1);
  if (twice !== undefined) throw new SmtpReply(550, `5.6.0 There is more than one ${twice} field`);
  const bodyOf = (name: string) => {
    const field = kept.find((candidate) => candidate.name === name);
    return field ? message.subarray(field.body, field.end) : null;
  };
  const { from, authors, furtherSenders } = readSenders(bodyOf);
  return {
    from,
    furtherSenders,
    subject: readText(bodyOf("subject") ?? Buffer.alloc(0))
      .slice(0, MAX_SUBJECT)
      .toWellFormed(),
    messageId: readMessageId(bodyOf("message-id")),
    hasDate: bodyOf("date") !== null,
    idempotencyKey: readIdempotencyKey(bodyOf),
    removed: fields.filter((field) => isRemoved(field, { message, authors })),
    longLines,
  };
}

type BodyOf = (name: string) => Buffer | null;

/** RFC 5322 §3.6.2: several authors need a Sender. The key must be allowed to send as each author and as the Sender. */
function readSenders(bodyOf: BodyOf): { from: Mailbox; authors: Mailbox[]; furtherSenders: Mailbox[] } {
  const authors = readMailboxes("From", bodyOf("from"));
  const [from, ...furtherAuthors] = authors;
  if (!from) throw new SmtpReply(550, "5.6.0 The message has no From field");
  const sender = readMailboxes("Sender", bodyOf("sender"));
  if (sender.length > 1) throw new SmtpReply(550, "5.6.0 Sender: must be a single mailbox");
  if (furtherAuthors.length > 0 && sender.length === 0)
    throw new SmtpReply(550, "5.6.0 From: several mailboxes need a Sender field that names the sender");
  return { from, authors, furtherSenders: [...furtherAuthors, ...sender] };
}

function readMailboxes(name: string, body: Buffer | null): Mailbox[] {
  if (!body) return [];
  const parsed = readFrom(body);
  if (!parsed.ok) throw new SmtpReply(550, `5.6.0 ${name}: ${parsed.reason}`);
  return parsed.mailboxes;
}

/** RFC 5321 §6.3: a message that has passed too many servers, or this one several times, is in a loop. */
function checkHops(
  message: Buffer,
  { fields, ownTrace, limits }: { fields: HeaderField[]; ownTrace: string; limits: Limits },
): void {
  const received = fields.filter(({ name }) => name === "received");
  const own = received.filter(({ body, end }) => message.toString("latin1", body, end).includes(ownTrace));
  if (received.length > limits.receivedHops || own.length >= limits.ownHops)
    throw new SmtpReply(554, "5.4.6 The message is in a loop: it has too many Received fields");
}

/** RFC 5322 §3.6.4. A Message-ID in another form is kept, and its whole text is used as the id. */
function readMessageId(body: Buffer | null): string | null {
  if (!body) return null;
  const text = readText(body);
  return (/<([^<>\s]+)>/.exec(text)?.[1] ?? text.replaceAll(/\s+/g, "")) || null;
}

function readIdempotencyKey(bodyOf: BodyOf): string | null {
  for (const name of IDEMPOTENCY_FIELDS) {
    const body = bodyOf(name);
    if (body) return readText(body);
  }
  return null;
}
