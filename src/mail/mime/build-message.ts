import type { Mailbox } from "../address/index.ts";
import { ByteSink } from "./byte-sink.ts";
import type { Attachment, FilePart } from "./file-part.ts";
import {
  dateHeader,
  isHeaderName,
  mailboxHeader,
  messageIdHeader,
  messageIdsHeader,
  textHeader,
} from "./header-lines.ts";
import { readContentId } from "./input/read-content-id.ts";
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
  /** The id of the message that this one replies to, with or without brackets. */
  inReplyTo?: string | null;
  /** The ids of earlier messages in the conversation, oldest first, including `inReplyTo`. */
  references?: string[];
  attachments?: Attachment[];
  /** Further headers, in this order. Their names must satisfy `isHeaderName`. */
  headers?: [name: string, value: string][];
  /** Determines the boundaries; unique to the email, such as its id. */
  boundarySeed: string;
};

/** Shared by all messages that this worker thread builds. Building is synchronous, so messages never overlap. */
const sink = new ByteSink();

/** Builds the bytes of a message. It has no Bcc header: Bcc recipients are only in the envelope. */
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
  // RFC 5322 §3.6.3 allows a missing To, but filters count it against a message; an empty group has the same meaning.
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

/** RFC 5322 §3.6: each of these headers occurs at most once, and a header that the caller set takes precedence. */
function threadHeaders({ inReplyTo = null, references = [], headers = [] }: MessageInput): string {
  const isSet = (name: string) => headers.some(([header]) => header.toLowerCase() === name);
  let header = "";
  if (inReplyTo !== null && !isSet("in-reply-to")) header += messageIdsHeader("In-Reply-To", [inReplyTo]);
  if (references.length > 0 && !isSet("references")) header += messageIdsHeader("References", references);
  return header;
}

/** mixed > (related > (alternative > (plain, HTML), inline…), attachments…), each level only when it is needed. */
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

/** Drops the content id if there is no HTML: no part could refer to the file, and a mail program might hide it. */
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
