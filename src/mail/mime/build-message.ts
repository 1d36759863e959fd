import type { Mailbox } from "../address/index.ts";
import { ByteSink } from "./byte-sink.ts";
import { dateHeader, isHeaderName, mailboxHeader, messageIdHeader, textHeader } from "./header-lines.ts";
import { alternative, type Part, textPart, writeRoot } from "./parts.ts";

export type MessageInput = {
  /** With or without angle brackets. */
  messageId: string;
  date: Date;
  from: Mailbox;
  to: Mailbox[];
  cc?: Mailbox[];
  replyTo: Mailbox[];
  subject: string;
  html: string | null;
  text: string | null;
  /** Further headers, in this order. Their names must satisfy `isHeaderName`. */
  headers?: [name: string, value: string][];
  /** Fixes the boundaries; something of the email's own, such as its id. */
  boundarySeed: string;
};

/** One for all messages of this thread: building never waits, so no two of them overlap. */
const sink = new ByteSink();

/** Builds the bytes of a message. There is no Bcc: who is not named in a header is named in the envelope alone. */
export function buildMessage(input: MessageInput): Buffer {
  try {
    sink.writeText(headerOf(input));
    writeRoot(sink, bodyOf(input));
    return sink.take();
  } finally {
    sink.clear();
  }
}

function headerOf(input: MessageInput): string {
  const { to, cc = [], replyTo } = input;
  let header = dateHeader(input.date);
  header += mailboxHeader("From", [input.from]);
  if (replyTo.length > 0) header += mailboxHeader("Reply-To", replyTo);
  if (to.length > 0) header += mailboxHeader("To", to);
  // RFC 5322 §3.6.3 lets To be absent, but filters hold that against a message; an empty group says the same.
  else if (cc.length === 0) header += "To: undisclosed-recipients:;\r\n";
  if (cc.length > 0) header += mailboxHeader("Cc", cc);
  header += textHeader("Subject", input.subject);
  header += messageIdHeader(input.messageId);
  for (const [name, value] of input.headers ?? []) {
    if (!isHeaderName(name)) throw new RangeError(`Not a header name: ${JSON.stringify(name)}`);
    header += textHeader(name, value);
  }
  return `${header}MIME-Version: 1.0\r\n`;
}

function bodyOf({ html, text, boundarySeed }: MessageInput): Part {
  if (html === null) return textPart("plain", text ?? "");
  if (text === null) return textPart("html", html);
  return alternative([textPart("plain", text), textPart("html", html)], boundarySeed);
}
