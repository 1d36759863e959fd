import type { Personalization, SendgridMail } from "./schema.ts";

const bodies = new Map([
  ["text/plain", "text"],
  ["text/html", "html"],
]);

/** Each personalization as a request of ours, not yet checked; what it says wins over what the whole mail says. */
export function toSendRequests(mail: SendgridMail): Record<string, unknown>[] {
  const shared = {
    reply_to: mail.reply_to ?? mail.reply_to_list,
    ...Object.fromEntries(
      (mail.content ?? []).map(({ type, value }) => [bodies.get(mediaTypeOf(type)), value]),
    ),
    attachments: mail.attachments?.map(toAttachment),
    tags: mail.categories?.map((value) => ({ name: "category", value })),
  };
  return mail.personalizations.map((personalization) =>
    withoutBlanks({ ...shared, ...own(mail, personalization) }),
  );
}

function own(mail: SendgridMail, { to, cc, bcc, from, subject, ...rest }: Personalization) {
  const sendAt = rest.send_at ?? mail.send_at;
  return {
    from: from ?? mail.from,
    to,
    cc,
    bcc,
    subject: subject ?? mail.subject ?? "",
    ...headersOf({ ...mail.headers, ...rest.headers }),
    metadata: mail.custom_args || rest.custom_args ? { ...mail.custom_args, ...rest.custom_args } : undefined,
    // 0 and the past are "now".
    scheduled_at: sendAt && sendAt * 1000 > Date.now() ? new Date(sendAt * 1000).toISOString() : undefined,
  };
}

/** Headers that have a field of their own in our request are checked there as what they are. */
function headersOf(given: Record<string, string>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = name.toLowerCase().replaceAll("-", "_");
    if (field === "in_reply_to" || field === "references") fields[field] = value;
    else headers[name] = value;
  }
  return { ...fields, headers };
}

type Attachment = NonNullable<SendgridMail["attachments"]>[number];

function toAttachment({ content, filename, type, disposition, ...ids }: Attachment) {
  return withoutBlanks({
    content,
    filename,
    content_type: type,
    content_id: disposition === "inline" ? (ids.content_id ?? ids.contentId) : undefined,
  });
}

/** The first content that no email of ours can hold, such as a calendar beside text and HTML. */
export function foreignContent({ content = [] }: SendgridMail): number {
  return content.findIndex(({ type }) => !bodies.has(mediaTypeOf(type)));
}

function mediaTypeOf(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function withoutBlanks(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
