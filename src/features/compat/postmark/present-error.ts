import type { FieldError } from "../../../platform/errors/index.ts";
import type { ErrorShape } from "../../../platform/http/index.ts";

type Numbered = readonly [status: number, code: number];

/** Postmark's numbers (postmarkapp.com/developer/api/overview, "API error codes") for our codes. */
const numbers: Record<string, Numbered> = {
  unauthorized: [401, 10],
  key_expired: [401, 10],
  key_not_permitted: [401, 10],
  network_not_allowed: [401, 10],
  key_paused: [401, 10],
  // 400: there is no sender signature for this address.
  sender_not_allowed: [422, 400],
  // 402: not well-formed JSON.
  malformed_request: [422, 402],
  // 409: not JSON at all.
  unsupported_media_type: [415, 409],
  body_too_large: [413, 300],
  quota_exceeded: [429, 405],
  rate_limited: [429, 429],
  too_many_attempts: [429, 429],
  internal: [500, 500],
  // 100: under maintenance.
  unavailable: [503, 100],
  overloaded: [503, 100],
  // Not one of theirs, so that it is never mistaken.
  not_implemented: [501, 501],
};

/** An email that is refused in itself: 300. */
const invalidEmail = 300;

const theirNames: Record<string, string> = {
  from: "From",
  to: "To",
  cc: "Cc",
  bcc: "Bcc",
  reply_to: "ReplyTo",
  subject: "Subject",
  html: "HtmlBody",
  text: "TextBody",
  tags: "Tag",
  metadata: "Metadata",
  headers: "Headers",
  attachments: "Attachments",
  in_reply_to: "Headers (In-Reply-To)",
  references: "Headers (References)",
};

type Refused = { code: string; message: string; fields?: FieldError[] | undefined };

/** `{ ErrorCode, Message }`, as an answer of its own or of one email in a batch. */
export function presentRefused({ code, message, fields }: Refused) {
  return { ErrorCode: numbers[code]?.[1] ?? invalidEmail, Message: messageOf(message, fields) };
}

export const presentError: ErrorShape = (error) => ({
  status: numbers[error.code]?.[0] ?? (error.status === 409 ? 422 : error.status),
  body: JSON.stringify(presentRefused(error.code === "unauthorized" ? unauthorized : error)),
});

/** Our own sentence would name the header of our own API. */
const unauthorized: Refused = {
  code: "unauthorized",
  message: "Send a valid API key of Posthouse (ph_…) in the header X-Postmark-Server-Token.",
};

/** The first problem, by their name of the field. */
function messageOf(message: string, fields: FieldError[] = []): string {
  const [first] = fields;
  if (!first?.path) return message;
  const path = first.path.replace(/^[a-z_]+/, (name) => theirNames[name] ?? name);
  return `${path}: ${first.message}`;
}
