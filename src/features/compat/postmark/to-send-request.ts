import { splitMailboxes } from "../../../mail/address/index.ts";
import type { FieldError } from "../../../platform/errors/index.ts";
import type { PostmarkEmail } from "./schema.ts";

/** Headers that have a field of their own in our request, where they are checked as what they are. */
const headerFields = new Map([
  ["in-reply-to", "in_reply_to"],
  ["references", "references"],
]);

/** Their email as a request of ours, not yet checked. */
export function toSendRequest(email: PostmarkEmail): Record<string, unknown> {
  return withoutBlanks({
    from: email.From,
    to: splitMailboxes(email.To ?? ""),
    cc: email.Cc && splitMailboxes(email.Cc),
    bcc: email.Bcc && splitMailboxes(email.Bcc),
    reply_to: email.ReplyTo && splitMailboxes(email.ReplyTo),
    subject: email.Subject ?? "",
    html: email.HtmlBody,
    text: email.TextBody,
    tags: email.Tag && [{ name: "tag", value: email.Tag }],
    metadata: email.Metadata,
    attachments: email.Attachments?.map(toAttachment),
    ...readHeaders(email.Headers ?? []),
  });
}

function toAttachment({
  Name,
  Content,
  ContentType,
  ContentID,
}: NonNullable<PostmarkEmail["Attachments"]>[number]) {
  return withoutBlanks({
    filename: Name,
    content: Content,
    content_type: ContentType,
    content_id: ContentID?.replace(/^cid:/, ""),
  });
}

function readHeaders(given: { Name: string; Value: string }[]): Record<string, unknown> {
  const headers: Record<string, string> = Object.create(null);
  const fields: Record<string, string> = {};
  for (const { Name, Value } of given) {
    const field = headerFields.get(Name.toLowerCase());
    if (field) fields[field] = Value;
    else headers[Name] = Value;
  }
  return { ...fields, ...(given.length > 0 && { headers: { ...headers } }) };
}

/** A header that is named twice would lose its first value. */
export function repeatedHeader({ Headers }: PostmarkEmail): FieldError | null {
  const seen = new Set<string>();
  for (const { Name } of Headers ?? []) {
    const name = Name.toLowerCase();
    if (seen.has(name)) return { path: `headers.${Name}`, message: "is given twice; send each header once" };
    seen.add(name);
  }
  return null;
}

/** Null and an empty text are "not given". */
function withoutBlanks(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  );
}
