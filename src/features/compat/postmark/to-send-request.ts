import { splitMailboxes } from "../../../mail/address/index.ts";
import type { FieldError } from "../../../platform/errors/index.ts";
import { MESSAGE_STREAMS, reasonToRefuseStream } from "./message-streams.ts";
import type { PostmarkEmail } from "./schema.ts";

/** Headers that are separate, validated fields of a send request. */
const HEADER_FIELDS = new Map([
  ["in-reply-to", "in_reply_to"],
  ["references", "references"],
]);

/** Converts a Postmark email to a send request, which is not validated yet. */
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
    stream: email.MessageStream && MESSAGE_STREAMS.get(email.MessageStream),
    tracking: trackingOf(email),
    attachments: email.Attachments?.map(toAttachment),
    ...readHeaders(email.Headers ?? []),
  });
}

/** `TrackLinks` is `None`, `HtmlAndText`, `HtmlOnly` or `TextOnly`; links in plain text are never tracked. */
function trackingOf({ TrackOpens, TrackLinks }: PostmarkEmail) {
  if (TrackOpens == null && !TrackLinks) return undefined;
  return {
    ...(TrackOpens != null && { opens: TrackOpens }),
    ...(TrackLinks && { clicks: TrackLinks === "HtmlAndText" || TrackLinks === "HtmlOnly" }),
  };
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

function readHeaders(headerList: { Name: string; Value: string }[]): Record<string, unknown> {
  const headers: Record<string, string> = Object.create(null);
  const fields: Record<string, string> = {};
  for (const { Name, Value } of headerList) {
    const field = HEADER_FIELDS.get(Name.toLowerCase());
    if (field) fields[field] = Value;
    else headers[Name] = Value;
  }
  return { ...fields, ...(headerList.length > 0 && { headers: { ...headers } }) };
}

/** Returns the problem that a send request cannot show, or null. */
export function reasonToRefuse(email: PostmarkEmail): FieldError | null {
  return reasonToRefuseStream(email.MessageStream) ?? repeatedHeader(email);
}

/** A repeated header would lose its first value. */
function repeatedHeader({ Headers }: PostmarkEmail): FieldError | null {
  const seen = new Set<string>();
  for (const { Name } of Headers ?? []) {
    const name = Name.toLowerCase();
    if (seen.has(name)) return { path: `headers.${Name}`, message: "is sent twice; send each header once" };
    seen.add(name);
  }
  return null;
}

/** Removes null and empty values, which Postmark treats as absent. */
function withoutBlanks(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  );
}
