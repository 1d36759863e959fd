/** Field names of other products' SDKs, with the field's own name. */
const FIELD_ALIASES = [
  ["replyTo", "reply_to"],
  ["scheduledAt", "scheduled_at"],
  ["inReplyTo", "in_reply_to"],
] as const;
const ATTACHMENT_ALIASES = [
  ["contentType", "content_type"],
  ["contentId", "content_id"],
] as const;

/**
 * Renames the camelCase fields of a send request, or of each email of a batch, in place. If both spellings are present, the alias stays
 * and is rejected as an unknown field.
 */
export function acceptAliases(body: unknown): void {
  if (!isObject(body)) return;
  if (Array.isArray(body.emails)) for (const email of body.emails) renameInEmail(email);
  else renameInEmail(body);
}

function renameInEmail(email: unknown): void {
  if (!isObject(email)) return;
  rename(email, FIELD_ALIASES);
  if (Array.isArray(email.attachments))
    for (const attachment of email.attachments)
      if (isObject(attachment)) rename(attachment, ATTACHMENT_ALIASES);
}

function rename(object: Record<string, unknown>, aliases: readonly (readonly [string, string])[]): void {
  for (const [alias, name] of aliases) {
    if (object[alias] === undefined || name in object) continue;
    object[name] = object[alias];
    delete object[alias];
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
