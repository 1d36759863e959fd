import type { Mailbox } from "../address/index.ts";
import { ByteSink } from "./byte-sink.ts";
import type { Attachment, FilePart } from "./file-part.ts";
import { readContentId } from "./given/read-content-id.ts";
import {
  dateHeader,
  isHeaderName,
  mailboxHeader,
  messageIdHeader,
  messageIdsHeader,
  textHeader,
} from "./header-lines.ts";
import { multipart, type Part, textPart, writeRoot } from "./parts.ts";

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
  /** The message that this one answers, with or without brackets. */
  inReplyTo?: string | null;
  /** The thread, oldest first, that message included. */
  references?: string[];
  attachments?: Attachment[];
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
  header += threadHeaders(input);
  for (const [name, value] of input.headers ?? []) {
    if (!isHeaderName(name)) throw new RangeError(`Not a header name: ${JSON.stringify(name)}`);
    header += textHeader(name, value);
  }
  return `${header}MIME-Version: 1.0\r\n`;
}

/** RFC 5322 §3.6: each at most once, and one among the further headers is the caller's last word. */
function threadHeaders({ inReplyTo = null, references = [], headers = [] }: MessageInput): string {
  const isGiven = (name: string) => headers.some(([given]) => given.toLowerCase() === name);
  let header = "";
  if (inReplyTo !== null && !isGiven("in-reply-to")) header += messageIdsHeader("In-Reply-To", [inReplyTo]);
  if (references.length > 0 && !isGiven("references")) header += messageIdsHeader("References", references);
  return header;
}

/** mixed > (related > (alternative > (plain, HTML), inline…), attachments…), each level only where it is needed. */
function bodyOf(input: MessageInput): Part {
  const { attachments = [], boundarySeed } = input;
  const text = textOf(input);
  if (attachments.length === 0) return text;
  const files = attachments.map((attachment) => filePart(attachment, input.html));
  const inline = files.filter(({ contentId }) => contentId !== null);
  const attached = files.filter(({ contentId }) => contentId === null);
  const shown = inline.length === 0 ? text : multipart("related", [text, ...inline], boundarySeed);
  return attached.length === 0 ? shown : multipart("mixed", [shown, ...attached], boundarySeed);
}

/** Without HTML nothing can show a file by its content id, and a reader might hide it. */
function filePart(attachment: Attachment, html: string | null): FilePart {
  const { contentId } = attachment;
  const read = html === null || contentId === null ? null : readContentId(contentId);
  return { kind: "file", attachment, contentId: read?.ok ? read.contentId : null };
}

function textOf({ html, text, boundarySeed }: MessageInput): Part {
  if (html === null) return textPart("plain", text ?? "");
  if (text === null) return textPart("html", html);
  return multipart("alternative", [textPart("plain", text), textPart("html", html)], boundarySeed);
}
