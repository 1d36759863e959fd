import type { FastifyRequest } from "fastify";
import type { AppError } from "../../../platform/errors/index.ts";
import type { ErrorShape } from "../../../platform/http/index.ts";

/** The names of the SDK's `RESEND_ERROR_CODE_KEY` that Posthouse uses, and its own name `not_implemented`. */
type ResendErrorName =
  | "concurrent_idempotent_requests"
  | "daily_quota_exceeded"
  | "internal_server_error"
  | "invalid_api_key"
  | "invalid_attachment"
  | "invalid_from_address"
  | "invalid_idempotency_key"
  | "invalid_idempotent_request"
  | "invalid_parameter"
  | "method_not_allowed"
  | "missing_api_key"
  | "missing_required_field"
  | "not_found"
  | "not_implemented"
  | "rate_limit_exceeded"
  | "restricted_api_key"
  | "validation_error";

type Named = readonly [status: number, name: ResendErrorName];

/** Resend's documented pairs of status and name for Posthouse's codes (resend.com/docs/api-reference/errors). */
const ERROR_NAMES: Record<string, Named> = {
  unauthorized: [403, "invalid_api_key"],
  key_expired: [403, "invalid_api_key"],
  key_not_permitted: [401, "restricted_api_key"],
  network_not_allowed: [401, "restricted_api_key"],
  key_paused: [401, "restricted_api_key"],
  sender_not_allowed: [403, "validation_error"],
  malformed_request: [400, "validation_error"],
  body_too_large: [413, "validation_error"],
  unsupported_media_type: [415, "validation_error"],
  not_found: [404, "not_found"],
  email_not_found: [404, "not_found"],
  contact_not_found: [404, "not_found"],
  key_not_found: [404, "not_found"],
  webhook_not_found: [404, "not_found"],
  webhook_event_not_found: [404, "not_found"],
  attachment_not_found: [404, "not_found"],
  content_removed: [404, "not_found"],
  content_unreadable: [404, "not_found"],
  method_not_allowed: [405, "method_not_allowed"],
  idempotency_conflict: [409, "invalid_idempotent_request"],
  idempotency_in_progress: [409, "concurrent_idempotent_requests"],
  quota_exceeded: [429, "daily_quota_exceeded"],
  rate_limited: [429, "rate_limit_exceeded"],
  too_many_attempts: [429, "rate_limit_exceeded"],
  not_implemented: [501, "not_implemented"],
};

/** `{ statusCode, name, message }` */
export const presentError: ErrorShape = (error, request) => {
  const [status, name] = nameOf(error, request);
  const missing = name === "missing_required_field" ? missingField(error) : null;
  const message = missing ? `Missing \`${missing}\` field.` : error.message;
  const body = { statusCode: status, name, message };
  // The PHP SDK treats an error with an unknown name as a result and crashes, unless there is an `error` field.
  return { status, body: JSON.stringify(name === "not_implemented" ? { ...body, error: body } : body) };
};

function nameOf(error: AppError, request: FastifyRequest): Named {
  if (error.code === "unauthorized" && !request.headers.authorization) return [401, "missing_api_key"];
  const named = ERROR_NAMES[error.code];
  if (named) return named;
  if (error.status >= 500) return [error.status, "internal_server_error"];
  return nameOfFields(error);
}

/** The remaining errors are invalid fields and changes that come too late. */
function nameOfFields(error: AppError): Named {
  const [first] = error.fields ?? [];
  const path = first?.path.replace(/^emails\[\d+\]\./, "") ?? "";
  if (missingField(error)) return [422, "missing_required_field"];
  if (path === "Idempotency-Key") return [400, "invalid_idempotency_key"];
  if (path.startsWith("attachments")) return [422, "invalid_attachment"];
  if (path === "from" || path.startsWith("from.")) return [422, "invalid_from_address"];
  if (["limit", "after", "before"].includes(path)) return [422, "invalid_parameter"];
  return [422, "validation_error"];
}

/** Returns the first invalid field if it is missing. */
function missingField({ fields }: AppError): string | null {
  const [first] = fields ?? [];
  if (first?.message === "is required") return first.path;
  return first?.message === "an email needs html or text" ? "html` or `text" : null;
}
