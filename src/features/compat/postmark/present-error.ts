import type { FieldError } from "../../../platform/errors/index.ts";
import type { ErrorShape } from "../../../platform/http/index.ts";
import { STREAM_FIELD } from "./message-streams.ts";

type Numbered = readonly [status: number, code: number];

/** Postmark's error numbers for Posthouse's codes (postmarkapp.com/developer/api/overview, "API error codes"). */
const ERROR_NUMBERS: Record<string, Numbered> = {
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
  // Postmark has no number for it. Its SDK treats 422 as an invalid email, which programs do not retry.
  idempotency_in_progress: [503, 100],
  overloaded: [503, 100],
  // Not a Postmark number, so that it cannot be confused with one.
  not_implemented: [501, 501],
};

/** 300: the email itself is invalid. */
const INVALID_EMAIL = 300;
/** 1235: the message stream of the email does not exist. */
const UNKNOWN_STREAM = 1235;

const FIELD_NAMES: Record<string, string> = {
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

/** `{ ErrorCode, Message }`, for a whole response or for one email of a batch. */
export function presentRefused({ code, message, fields }: Refused) {
  const invalid = fields?.[0]?.path === STREAM_FIELD ? UNKNOWN_STREAM : INVALID_EMAIL;
  return { ErrorCode: ERROR_NUMBERS[code]?.[1] ?? invalid, Message: messageOf(message, fields) };
}

export const presentError: ErrorShape = (error) => ({
  status: ERROR_NUMBERS[error.code]?.[0] ?? (error.status === 409 ? 422 : error.status),
  body: JSON.stringify(presentRefused(error.code === "unauthorized" ? UNAUTHORIZED : error)),
});

/** The default message would name the header of Posthouse's own API. */
const UNAUTHORIZED: Refused = {
  code: "unauthorized",
  message: "Send a valid Posthouse API key (ph_…) in the header X-Postmark-Server-Token.",
};

/** Returns the first problem with Postmark's name of the field. */
function messageOf(message: string, fields: FieldError[] = []): string {
  const [first] = fields;
  if (!first?.path) return message;
  const path = first.path.replace(/^[a-z_]+/, (name) => FIELD_NAMES[name] ?? name);
  return `${path}: ${first.message}`;
}
