import type { SendRequest } from "../../emails/index.ts";
import type { ResendEmail } from "./email-schema.ts";

/**
 * Unifies what Resend's SDKs send for the same thing: null and false mean "not given" (`topicId: null`, `filename: false`),
 * and the bytes of an attachment become base64.
 */
export function unifyEmail(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const email = withoutBlanks(given);
  if (!Array.isArray(email.attachments)) return email;
  return { ...email, attachments: email.attachments.map(unifyAttachment) };
}

function unifyAttachment(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const { inline_content_id, ...attachment } = withoutBlanks(given);
  // The older name of `content_id`; the Python and Go SDKs still know it.
  if (inline_content_id !== undefined) attachment.content_id ??= inline_content_id;
  return attachment.content === undefined
    ? attachment
    : { ...attachment, content: base64Of(attachment.content) };
}

/**
 * Bytes as JSON: an array of numbers (Python, Ruby, Go, PHP), or a Buffer (Node.js before version 6). Long arrays are base64 already
 * (`packsByteArrays`). Anything else is left to the check of the field.
 */
function base64Of(content: unknown): unknown {
  const values = isRecord(content) && content.type === "Buffer" ? content.data : content;
  if (!Array.isArray(values)) return values;
  return values.every(isByte) ? Buffer.from(values).toString("base64") : content;
}

function isByte(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
}

function withoutBlanks(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== false));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Why an email cannot be sent as its sender means it; null if it can. */
export function reasonNotToSend(email: unknown): { path: string; message: string } | null {
  if (!isRecord(email)) return null;
  if (email.template !== undefined)
    return { path: "template", message: "Templates are not there yet: send html or text." };
  if (email.topic_id !== undefined)
    return { path: "topic_id", message: "Topics are not there yet: leave topicId out." };
  return null;
}

/** The rest has the names that our own request has. */
export function toSendRequest({ template, topic_id, ...request }: ResendEmail): SendRequest {
  return request;
}
