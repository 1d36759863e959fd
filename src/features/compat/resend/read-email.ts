import type { SendRequest } from "../../emails/index.ts";
import type { ResendEmail } from "./email-schema.ts";

/**
 * Unifies the different forms that Resend's SDKs send: null and false mean "absent" (`topicId: null`, `filename: false`), and the bytes
 * of an attachment become base64.
 */
export function unifyEmail(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const email = withoutBlanks(input);
  if (!Array.isArray(email.attachments)) return email;
  return { ...email, attachments: email.attachments.map(unifyAttachment) };
}

function unifyAttachment(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { inline_content_id, ...attachment } = withoutBlanks(input);
  // The older name of `content_id`, which the Python and Go SDKs still support.
  if (inline_content_id !== undefined) attachment.content_id ??= inline_content_id;
  return attachment.content === undefined
    ? attachment
    : { ...attachment, content: base64Of(attachment.content) };
}

/**
 * Converts bytes in JSON to base64: an array of numbers (Python, Ruby, Go, PHP), or a Buffer (Node.js before version 6). Long arrays are
 * already base64 (`packsByteArrays`). Any other value is left to the validation of the field.
 */
function base64Of(content: unknown): unknown {
  const values = isRecord(content) && content.type === "Buffer" ? content.data : content;
  if (!Array.isArray(values)) return values;
  return values.every(isByte) ? Buffer.from(values).toString("base64") : content;
}

function isByte(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
}

function withoutBlanks(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== false));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the unsupported field that prevents sending, or null. */
export function reasonNotToSend(email: unknown): { path: string; message: string } | null {
  if (!isRecord(email)) return null;
  if (email.template !== undefined)
    return { path: "template", message: "Posthouse has no templates yet: send html or text." };
  if (email.topic_id !== undefined)
    return { path: "topic_id", message: "Posthouse has no topics yet: leave topicId out." };
  return null;
}

/** The remaining fields have the same names as in a send request. */
export function toSendRequest({ template, topic_id, ...request }: ResendEmail): SendRequest {
  return request;
}
