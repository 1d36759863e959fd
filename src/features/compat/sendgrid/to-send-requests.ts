import type { Personalization, SendgridMail } from "./schema.ts";

const BODY_FIELDS = new Map([
  ["text/plain", "text"],
  ["text/html", "html"],
]);

const CALENDAR = "text/calendar";

/** Converts each personalization to a send request, which is not validated yet. Its fields take precedence over those of the mail. */
export function toSendRequests(mail: SendgridMail): Record<string, unknown>[] {
  const shared = {
    reply_to: mail.reply_to ?? mail.reply_to_list,
    ...bodiesOf(mail),
    attachments: attachmentsOf(mail),
    tracking: trackingOf(mail),
    tags: mail.categories?.map((value) => ({ name: "category", value })),
  };
  return mail.personalizations.map((personalization) =>
    withoutBlanks({ ...shared, ...ownFields(mail, personalization) }),
  );
}

function ownFields(mail: SendgridMail, { to, cc, bcc, from, subject, ...rest }: Personalization) {
  const sendAt = rest.send_at ?? mail.send_at;
  return {
    from: from ?? mail.from,
    to,
    cc,
    bcc,
    subject: subject ?? mail.subject ?? "",
    ...headersOf(mail.headers, rest.headers),
    metadata: mail.custom_args || rest.custom_args ? { ...mail.custom_args, ...rest.custom_args } : undefined,
    // A time in the past means now, as with SendGrid.
    scheduled_at: sendAt && sendAt * 1000 > Date.now() ? new Date(sendAt * 1000).toISOString() : undefined,
  };
}

function trackingOf({ tracking_settings: settings }: SendgridMail) {
  const opens = settings?.open_tracking?.enable;
  const clicks = settings?.click_tracking?.enable;
  if (opens === undefined && clicks === undefined) return undefined;
  return { ...(opens !== undefined && { opens }), ...(clicks !== undefined && { clicks }) };
}

/** Whether the request has a send time, so that it means something else later. */
export function isTimed({ send_at, personalizations }: SendgridMail): boolean {
  return Boolean(send_at) || personalizations.some((personalization) => Boolean(personalization.send_at));
}

function bodiesOf({ content = [] }: SendgridMail): Record<string, string> {
  const entries = content.flatMap(({ type, value }) => {
    const body = BODY_FIELDS.get(mediaTypeOf(type));
    return body === undefined ? [] : [[body, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Header names are case-insensitive. Headers that are separate fields of a send request are validated there. */
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

/** An invitation becomes the last attachment. Mail programs recognize it there, too (RFC 6047 §2.4). */
function attachmentsOf({ attachments, content = [] }: SendgridMail) {
  const invitations = content
    .filter(({ type }) => mediaTypeOf(type) === CALENDAR)
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

/** Returns the index of the first unsupported content, which has another type or repeats one, or -1. */
export function indexOfUnsupportedContent({ content = [] }: SendgridMail): number {
  const types = content.map(({ type }) => mediaTypeOf(type));
  return types.findIndex(
    (type, index) => !(BODY_FIELDS.has(type) || type === CALENDAR) || types.indexOf(type) < index,
  );
}

function mediaTypeOf(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function withoutBlanks(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
