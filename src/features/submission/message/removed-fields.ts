import { domainOf, type Mailbox } from "../../../mail/address/index.ts";
import { type HeaderField, readText } from "../../../mail/message/index.ts";
import { reservedHeader } from "../../../mail/mime/index.ts";

/** Another product's header for the idempotency key. Posthouse's own header is a reserved one. */
const RESEND_KEY_FIELD = "resend-idempotency-key";
/** RFC 6409 §8.2, §8.3: submission adds these fields to a message without them. */
const ADDED_FIELDS = ["date", "message-id"];
/** Fields that senders expect to be removed from every message, and those that are added: their removal is not reported. */
const EXPECTED_REMOVALS = new Set([
  "bcc",
  "return-path",
  RESEND_KEY_FIELD,
  "x-posthouse-idempotency-key",
  ...ADDED_FIELDS,
]);

/** True for an empty Date or Message-ID. It counts as absent: beside the field that is added, it would be a second one. */
export function isReplaced({ name, body, end }: HeaderField, message: Buffer): boolean {
  return ADDED_FIELDS.includes(name) && readText(message.subarray(body, end)).trim() === "";
}

/** Whether a field is removed from the message. The HTTP API rejects the same fields as headers. */
export function isRemoved(
  field: HeaderField,
  { message, authors }: { message: Buffer; authors: readonly Mailbox[] },
): boolean {
  if (field.name === RESEND_KEY_FIELD || isReplaced(field, message)) return true;
  const reserved = reservedHeader(field.name);
  if (reserved?.inMessage === "removed") return true;
  return (
    field.name === "dkim-signature" && !isOfAuthor(message.toString("latin1", field.body, field.end), authors)
  );
}

/** The names of removed fields to report, each once and as the message spells them. */
export function reportedFieldNames(removed: readonly HeaderField[], message: Buffer): string[] {
  const reported = removed.filter(({ name }) => !EXPECTED_REMOVALS.has(name));
  return [
    ...new Set(reported.map(({ start, name }) => message.toString("latin1", start, start + name.length))),
  ];
}

/** RFC 7489 §3.1.1: a signature is an author's if both domains are equal or one is a subdomain of the other. */
function isOfAuthor(signature: string, authors: readonly Mailbox[]): boolean {
  const signer = /(?:^|;)\s*d\s*=\s*([^;\s]+)/i.exec(signature)?.[1]?.toLowerCase();
  if (signer === undefined || !signer.includes(".")) return false;
  return authors.some(({ address }) => {
    const domain = domainOf(address);
    return domain === signer || domain.endsWith(`.${signer}`) || signer.endsWith(`.${domain}`);
  });
}
