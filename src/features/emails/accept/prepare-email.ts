import { domainOf, type Mailbox } from "../../../mail/address/index.ts";
import { readMessageIds, reasonToRefuseHeader } from "../../../mail/mime/index.ts";
import { errors, type FieldError } from "../../../platform/errors/index.ts";
import { newId, timeOfId } from "../../../platform/ids/index.ts";
import { textContent } from "../contents/content.ts";
import { type NewAttachment, type NewEmail, sizeOf } from "./new-email.ts";
import { readMailbox, readMailboxes, withoutNamedBefore } from "./read-mailboxes.ts";
import { reasonToRefuseLine } from "./reason-to-refuse-line.ts";
import { maxRecipients, type SendRequest } from "./send-schema.ts";
import type { Sender } from "./sender.ts";
import type { SharedParts } from "./shared-parts.ts";

/** Base64 makes four bytes of three, and a mail server takes 40 MB at best (contract.md). */
const maxContentBytes = 30 * 1024 * 1024;
const maxMetadataBytes = 16_384;
const maxMetadataName = 256;

/** What had to be waited for before the request could be decided on. */
export type Awaited = {
  defaultFrom: string;
  attachments: NewAttachment[];
  scheduledAt: Date | null;
  shared?: SharedParts;
};

/** Decides, without asking anybody, what a send request means. Throws `validation_failed` with every field invalid. */
export function prepareEmail(request: SendRequest, sender: Sender, given: Awaited): NewEmail {
  const problems: FieldError[] = [];
  const from = readMailbox("from", request.from ?? given.defaultFrom, problems);
  const recipients = readRecipients(request, problems);
  const replyTo = request.reply_to === undefined ? [] : readMailboxes("reply_to", request.reply_to, problems);
  const headers = request.headers === undefined ? [] : readHeaders(request.headers, problems);
  const inReplyTo = readIds("in_reply_to", request.in_reply_to, problems)[0] ?? null;
  const references = readIds("references", request.references, problems);
  addError(problems, "subject", reasonToRefuseLine(request.subject.replaceAll("\t", " ")));
  addError(problems, "metadata", reasonToRefuseMetadata(request.metadata));
  if (request.html === undefined && request.text === undefined)
    problems.push({ path: "html", message: "an email needs html or text" });
  if (problems.length > 0 || !from) throw refusal(problems);

  const id = newId();
  const email: NewEmail = {
    accountId: sender.accountId,
    id,
    createdAt: timeOfId(id),
    apiKeyId: sender.keyId,
    messageId: `${id}@${domainOf(from.address)}`,
    from,
    envelopeFrom: null,
    ...recipients,
    replyTo,
    subject: request.subject.toWellFormed(),
    headers,
    inReplyTo,
    references,
    tags: request.tags ?? [],
    metadata: request.metadata ?? null,
    scheduledAt: given.scheduledAt,
    stream: request.stream ?? "transactional",
    onUncertain: request.on_uncertain ?? null,
    html: given.shared ? given.shared.contentOf("html", request) : textContent(request.html),
    text: given.shared ? given.shared.contentOf("text", request) : textContent(request.text),
    attachments: given.attachments,
    raw: null,
  };
  if (sizeOf(email) > maxContentBytes)
    throw refusal([{ path: "attachments", message: "the email is over 30 MB before its encoding" }]);
  return email;
}

/** `validation_failed`, with the first problem as the message. */
export function refusal(problems: FieldError[]) {
  const [first, ...others] = problems;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  const summary = first ? `${first.path}: ${first.message}${more}` : "The email could not be read.";
  return errors.validation_failed(summary, { fields: problems });
}

type Recipients = { to: Mailbox[]; cc: Mailbox[]; bcc: Mailbox[] };

function readRecipients(request: SendRequest, problems: FieldError[]): Recipients {
  const seen = new Set<string>();
  const read = (path: "to" | "cc" | "bcc") =>
    request[path] === undefined ? [] : withoutNamedBefore(readMailboxes(path, request[path], problems), seen);
  const recipients = { to: read("to"), cc: read("cc"), bcc: read("bcc") };
  if (seen.size > maxRecipients)
    problems.push({ path: "to", message: `to, cc and bcc name more than ${maxRecipients} recipients` });
  return recipients;
}

function readHeaders(given: Record<string, string>, problems: FieldError[]): [string, string][] {
  const headers = Object.entries(given);
  for (const [name, value] of headers)
    addError(problems, `headers.${name}`, reasonToRefuseHeader(name, value));
  return headers;
}

function readIds(path: string, given: string | string[] | undefined, problems: FieldError[]): string[] {
  if (given === undefined) return [];
  const read = readMessageIds(given);
  if (read.ok) return read.ids;
  problems.push({ path, message: read.reason });
  return [];
}

function reasonToRefuseMetadata(metadata: SendRequest["metadata"]): string | null {
  if (metadata === undefined) return null;
  if (Object.keys(metadata).some((name) => name.length > maxMetadataName))
    return `has a name of more than ${maxMetadataName} characters`;
  return Buffer.byteLength(JSON.stringify(metadata)) > maxMetadataBytes ? "is more than 16 kB of JSON" : null;
}

function addError(problems: FieldError[], path: string, message: string | null): void {
  if (message !== null) problems.push({ path, message });
}
