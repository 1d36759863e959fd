import { domainOf, type Mailbox } from "../../../mail/address/index.ts";
import { readMessageIds, reasonToRefuseHeader } from "../../../mail/mime/index.ts";
import type { AppError, FieldError } from "../../../platform/errors/index.ts";
import { newId, timeOfId } from "../../../platform/ids/index.ts";
import { textContent } from "../contents/content.ts";
import { validationFailed } from "../errors.ts";
import { type NewAttachment, type NewEmail, sizeOf } from "../new-email.ts";
import { MAX_RECIPIENTS, type SendRequest } from "../schema/send-schema.ts";
import type { Sender } from "../sender.ts";
import { headerSizeError } from "./header-size.ts";
import { readMailbox, readMailboxes, reasonToRefuseLine, withoutNamedBefore } from "./read-mailboxes.ts";
import type { SharedParts } from "./shared-parts.ts";

/** Base64 turns three bytes into four, and mail servers accept at most about 40 MB. */
const MAX_CONTENT_BYTES = 30 * 1024 * 1024;
const MAX_METADATA_BYTES = 16_384;
const MAX_METADATA_NAME = 256;

/** The asynchronously resolved parts of a request. */
export type ResolvedParts = {
  defaultFrom: string;
  attachments: NewAttachment[];
  scheduledAt: Date | null;
  shared?: SharedParts;
};

/** Validates a send request and turns it into an email, without I/O. Otherwise returns `validation_failed` with every invalid field. */
export function prepareEmail(
  request: SendRequest,
  sender: Sender,
  resolved: ResolvedParts,
): NewEmail | AppError {
  const problems: FieldError[] = [];
  const from = readMailbox("from", request.from ?? resolved.defaultFrom, problems);
  const recipients = readRecipients(request, problems);
  const replyTo = request.reply_to === undefined ? [] : readMailboxes("reply_to", request.reply_to, problems);
  const headers = request.headers === undefined ? [] : readHeaders(request.headers, problems);
  const inReplyTo = readIds("in_reply_to", request.in_reply_to, problems)[0] ?? null;
  const references = readIds("references", request.references, problems);
  addError(problems, "subject", reasonToRefuseLine(request.subject.replaceAll("\t", " ")));
  addError(problems, "metadata", reasonToRefuseMetadata(request.metadata));
  if (request.html === undefined && request.text === undefined)
    problems.push({ path: "html", message: "an email needs html or text" });
  if (problems.length > 0 || !from) return validationFailed(problems);

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
    scheduledAt: resolved.scheduledAt,
    stream: request.stream ?? "transactional",
    onUncertain: request.on_uncertain ?? null,
    ...(request.tracking && { trackingWish: request.tracking }),
    html: resolved.shared ? resolved.shared.contentOf("html", request) : textContent(request.html),
    text: resolved.shared ? resolved.shared.contentOf("text", request) : textContent(request.text),
    attachments: resolved.attachments,
    raw: null,
  };
  const tooLarge = headerSizeError(email);
  if (tooLarge) return validationFailed([tooLarge]);
  if (sizeOf(email) > MAX_CONTENT_BYTES)
    return validationFailed([{ path: "attachments", message: "the email exceeds 30 MB before encoding" }]);
  return email;
}

type Recipients = { to: Mailbox[]; cc: Mailbox[]; bcc: Mailbox[] };

function readRecipients(request: SendRequest, problems: FieldError[]): Recipients {
  const seen = new Set<string>();
  const read = (path: "to" | "cc" | "bcc") =>
    request[path] === undefined ? [] : withoutNamedBefore(readMailboxes(path, request[path], problems), seen);
  const recipients = { to: read("to"), cc: read("cc"), bcc: read("bcc") };
  if (seen.size > MAX_RECIPIENTS)
    problems.push({
      path: "to",
      message: `to, cc and bcc have more than ${MAX_RECIPIENTS} recipients in total`,
    });
  return recipients;
}

function readHeaders(input: Record<string, string>, problems: FieldError[]): [string, string][] {
  const headers = Object.entries(input);
  for (const [name, value] of headers)
    addError(problems, `headers.${name}`, reasonToRefuseHeader(name, value));
  return headers;
}

function readIds(path: string, input: string | string[] | undefined, problems: FieldError[]): string[] {
  if (input === undefined) return [];
  const parsed = readMessageIds(input);
  if (parsed.ok) return parsed.ids;
  problems.push({ path, message: parsed.reason });
  return [];
}

function reasonToRefuseMetadata(metadata: SendRequest["metadata"]): string | null {
  if (metadata === undefined) return null;
  if (Object.keys(metadata).some((name) => name.length > MAX_METADATA_NAME))
    return `has a name of more than ${MAX_METADATA_NAME} characters`;
  return Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES
    ? "is more than 16 kB of JSON"
    : null;
}

function addError(problems: FieldError[], path: string, message: string | null): void {
  if (message !== null) problems.push({ path, message });
}
