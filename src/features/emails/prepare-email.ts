import { compareKey, domainOf, type Mailbox, parseMailbox } from "../../mail/address/index.ts";
import { errors, type FieldFault } from "../../platform/errors/index.ts";
import { newId, timeOfId } from "../../platform/ids/index.ts";
import type { SendRequest } from "./schema.ts";

/** An email as it will be stored: everything that its bytes depend on is fixed here, so that a retry repeats the message. */
export type NewEmail = {
  accountId: string;
  id: string;
  createdAt: Date;
  apiKeyId: number | null;
  messageId: string;
  from: Mailbox;
  to: Mailbox[];
  replyTo: Mailbox[];
  subject: string;
  html: string | null;
  text: string | null;
};

export type Sender = { accountId: string; keyId: number | null; defaultFrom: string };

/** Decides, without asking anybody, what a send request means. Throws `validation_failed` with every field at fault. */
export function prepareEmail(request: SendRequest, sender: Sender): NewEmail {
  const faults: FieldFault[] = [];
  const from = readMailbox("from", request.from ?? sender.defaultFrom, faults);
  const to = readMailboxes("to", request.to, faults);
  const replyTo = request.reply_to === undefined ? [] : readMailboxes("reply_to", request.reply_to, faults);
  const subjectFault = reasonToRefuseSubject(request.subject);
  if (subjectFault) faults.push({ path: "subject", message: subjectFault });
  if (request.html === undefined && request.text === undefined)
    faults.push({ path: "html", message: "an email needs html or text" });
  if (faults.length > 0 || !from) throw errors.validation_failed(summary(faults), { fields: faults });

  const id = newId();
  return {
    accountId: sender.accountId,
    id,
    createdAt: timeOfId(id),
    apiKeyId: sender.keyId,
    messageId: `${id}@${domainOf(from.address)}`,
    from,
    to: withoutDuplicates(to),
    replyTo,
    subject: request.subject.toWellFormed(),
    html: request.html === undefined ? null : storable(request.html),
    text: request.text === undefined ? null : storable(request.text),
  };
}

function readMailboxes(path: string, given: string | string[], faults: FieldFault[]): Mailbox[] {
  if (typeof given === "string") {
    const mailbox = readMailbox(path, given, faults);
    return mailbox ? [mailbox] : [];
  }
  return given.flatMap((text, index) => readMailbox(`${path}[${index}]`, text, faults) ?? []);
}

function readMailbox(path: string, text: string, faults: FieldFault[]): Mailbox | null {
  const parsed = parseMailbox(text);
  if (parsed.ok) return parsed.mailbox;
  faults.push({ path, message: parsed.reason });
  return null;
}

/** The first spelling of an address wins; case variants are the same recipient. */
function withoutDuplicates(mailboxes: Mailbox[]): Mailbox[] {
  const byKey = new Map<string, Mailbox>();
  for (const mailbox of mailboxes) {
    const key = compareKey(mailbox.address);
    if (!byKey.has(key)) byKey.set(key, mailbox);
  }
  return [...byKey.values()];
}

/** A line break in a subject would begin another header (RFC 5322 §2.2); other controls have no business there. */
function reasonToRefuseSubject(subject: string): string | null {
  return /(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject)
    ? "must not contain line breaks or control characters"
    : null;
}

/** PostgreSQL stores no NUL and no lone surrogates; both become U+FFFD, here and so in the message and in every answer. */
function storable(body: string): string {
  return body.toWellFormed().replaceAll("\0", "\ufffd");
}

function summary(faults: FieldFault[]): string {
  const [first, ...others] = faults;
  if (!first) return "The email could not be read.";
  return `${first.path}: ${first.message}${others.length > 0 ? ` (and ${others.length} more)` : ""}`;
}
