import type { SendRequest } from "../../emails/index.ts";
import type { ResendEmail } from "./email-schema.ts";

/**
 * What different versions of the SDK send for the same thing, as one: null and false are "not given" (`topicId: null`,
 * `filename: false`), and bytes are base64 (before version 6 a Buffer went out as its JSON).
 */
export function unifyEmail(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const email = withoutBlanks(given);
  if (!Array.isArray(email.attachments)) return email;
  return { ...email, attachments: email.attachments.map(unifyAttachment) };
}

function unifyAttachment(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const attachment = withoutBlanks(given);
  const content = attachment.content;
  if (!isRecord(content) || content.type !== "Buffer" || !Array.isArray(content.data)) return attachment;
  return { ...attachment, content: Buffer.from(content.data).toString("base64") };
}

function withoutBlanks(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== false));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Why an email cannot be sent as it is meant; null if it can. */
export function reasonNotToSend({
  template,
  topic_id,
}: ResendEmail): { path: string; message: string } | null {
  if (template !== undefined)
    return { path: "template", message: "Templates are not there yet: send html or text." };
  if (topic_id !== undefined)
    return { path: "topic_id", message: "Topics are not there yet: leave topicId out." };
  return null;
}

/** The rest has the names that our own request has. */
export function toSendRequest({ template, topic_id, ...request }: ResendEmail): SendRequest {
  return request;
}
