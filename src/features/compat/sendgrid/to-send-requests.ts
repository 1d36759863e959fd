import type { Personalization, SendgridMail } from "./schema.ts";

const bodies = new Map([
  ["text/plain", "text"],
  ["text/html", "html"],
]);

const calendar = "text/calendar";

/** Each personalization as a request of ours, not yet checked; what it says wins over what the whole mail says. */
export function toSendRequests(mail: SendgridMail): Record<string, unknown>[] {
  const shared = {
    reply_to: mail.reply_to ?? mail.reply_to_list,
    ...bodiesOf(mail),
    attachments: attachmentsOf(mail),
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
    // A time that has gone by means now, as with SendGrid.
    scheduled_at: sendAt && sendAt * 1000 > Date.now() ? new Date(sendAt * 1000).toISOString() : undefined,
  };
}

/** Whether the same request means something else later. */
export function isTimed({ send_at, personalizations }: SendgridMail): boolean {
  return Boolean(send_at) || personalizations.some((personalization) => Boolean(personalization.send_at));
}

function bodiesOf({ content = [] }: SendgridMail): Record<string, string> {
  const given = content.flatMap(({ type, value }) => {
    const body = bodies.get(mediaTypeOf(type));
    return body === undefined ? [] : [[body, value] as const];
  });
  return Object.fromEntries(given);
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

/** An invitation is a file at the end: mail programs show it as one there, too (RFC 6047 §2.4). */
function attachmentsOf({ attachments, content = [] }: SendgridMail) {
  const invitations = content
    .filter(({ type }) => mediaTypeOf(type) === calendar)
    .map(({ type, value }) => ({
      content: Buffer.from(value).toString("base64"),
      filename: "invite.ics",
      content_type: type,
    }));
  if (!attachments && invitations.length === 0) return undefined;
  return [...(attachments ?? []).map(toAttachment), ...invitations];
}

function toAttachment({ content, filename, type, disposition, ...ids }: Attachment) {
  return withoutBlanks({
    content,
    filename,
    content_type: type,
    content_id: disposition === "inline" ? (ids.content_id ?? ids.contentId) : undefined,
  });
}

/** The place of the first content that an email of ours cannot hold: of another type, or a second of one; -1 if there is none. */
export function foreignContent({ content = [] }: SendgridMail): number {
  const types = content.map(({ type }) => mediaTypeOf(type));
  return types.findIndex(
    (type, index) => !(bodies.has(type) || type === calendar) || types.indexOf(type) < index,
  );
}

function mediaTypeOf(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function withoutBlanks(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
