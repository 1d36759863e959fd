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
    ...headersOf(mail.headers, rest.headers),
    metadata: mail.custom_args || rest.custom_args ? { ...mail.custom_args, ...rest.custom_args } : undefined,
    // Also of the past, which the use case refuses: one request must mean the same whenever it is repeated.
    scheduled_at: sendAt ? new Date(sendAt * 1000).toISOString() : undefined,
  };
}

/** The names of headers mean the same in any case. Those that have a field of their own in our request are checked there as what they are. */
function headersOf(shared = {}, own = {}): Record<string, unknown> {
  const byName = new Map<string, [name: string, value: string]>();
  for (const [name, value] of [...Object.entries<string>(shared), ...Object.entries<string>(own)])
    byName.set(name.toLowerCase(), [name, value]);
  const fields: Record<string, unknown> = {};
  for (const field of ["in-reply-to", "references"]) {
    const header = byName.get(field);
    if (header) fields[field.replaceAll("-", "_")] = header[1];
    byName.delete(field);
  }
  return { ...fields, headers: Object.fromEntries(byName.values()) };
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

/** The place of the first content that an email of ours cannot hold: a calendar, or a second text; -1 if there is none. */
export function foreignContent({ content = [] }: SendgridMail): number {
  const types = content.map(({ type }) => mediaTypeOf(type));
  return types.findIndex((type, index) => !bodies.has(type) || types.indexOf(type) < index);
}

function mediaTypeOf(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function withoutBlanks(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
