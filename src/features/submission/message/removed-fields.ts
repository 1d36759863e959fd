import { domainOf, type Mailbox } from "../../../mail/address/index.ts";
import type { HeaderField } from "../../../mail/message/index.ts";
import { reservedHeader } from "../../../mail/mime/index.ts";

/** Another product's name of the idempotency key; ours is reserved. */
const foreignKey = "resend-idempotency-key";
/** Removed from every message that has them, by rule and as its sender expects: nobody has to be told. */
const expected = new Set(["bcc", "return-path", foreignKey, "x-posthouse-idempotency-key"]);

/** Whether a field goes no further: HTTP refuses the same ones as headers. */
export function isRemoved(
  field: HeaderField,
  { message, authors }: { message: Buffer; authors: readonly Mailbox[] },
): boolean {
  if (field.name === foreignKey) return true;
  const reserved = reservedHeader(field.name);
  if (reserved?.inMessage === "removed") return true;
  return (
    field.name === "dkim-signature" && !isOfAuthor(message.toString("latin1", field.body, field.end), authors)
  );
}

/** The names of removed fields that a sender may miss, each once: as the message spells them. */
export function missedNames(removed: readonly HeaderField[], message: Buffer): string[] {
  const missed = removed.filter(({ name }) => !expected.has(name));
  return [
    ...new Set(missed.map(({ start, name }) => message.toString("latin1", start, start + name.length))),
  ];
}

/** RFC 7489 §3.1.1: a signature is an author's if one of both domains is the other or lies below it. */
function isOfAuthor(signature: string, authors: readonly Mailbox[]): boolean {
  const signer = /(?:^|;)\s*d\s*=\s*([^;\s]+)/i.exec(signature)?.[1]?.toLowerCase();
  if (signer === undefined || !signer.includes(".")) return false;
  return authors.some(({ address }) => {
    const domain = domainOf(address);
    return domain === signer || domain.endsWith(`.${signer}`) || signer.endsWith(`.${domain}`);
  });
}
