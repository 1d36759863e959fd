import type { AppError, FieldError } from "../../../platform/errors/index.ts";
import type { ErrorShape } from "../../../platform/http/index.ts";

/** SendGrid's statuses where they differ from Posthouse's. Invalid fields are 400 (SendGrid's docs: "Mail Send errors"). */
const STATUSES: Record<string, number> = {
  validation_failed: 400,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  key_not_permitted: 403,
  not_implemented: 501,
};

/** SendGrid's names of the fields outside the personalizations. */
const SHARED: Record<string, string> = {
  html: "content",
  text: "content",
  tags: "categories",
};
/** SendGrid's names of the fields of each personalization. */
const OWN: Record<string, string> = {
  to: "to",
  cc: "cc",
  bcc: "bcc",
  metadata: "custom_args",
  scheduled_at: "send_at",
};

/** `{ errors: [{ message, field, help }] }` */
export const presentError: ErrorShape = (error) => ({
  status: STATUSES[error.code] ?? error.status,
  body: JSON.stringify({ errors: errorsOf(error) }),
});

function errorsOf({ fields, message }: AppError) {
  if (!fields?.length) return [{ message, field: null, help: null }];
  return fields.map((problem) => ({
    message: sentenceOf(problem),
    field: sendgridPath(problem.path) || null,
    help: null,
  }));
}

function sentenceOf({ path, message }: FieldError): string {
  return /^[a-z]/.test(message) && path !== "" ? `${sendgridPath(path)} ${message}` : message;
}

/** `emails[1].to[0].email` → `personalizations.1.to.0.email` */
function sendgridPath(path: string): string {
  const [, index = "0", field = path] = /^emails\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const name = /^[a-z_]*/.exec(field)?.[0] ?? "";
  const rest = field.slice(name.length);
  const translated = name in OWN ? `personalizations.${index}.${OWN[name]}` : (SHARED[name] ?? name);
  return `${translated}${rest}`.replaceAll(/\[(\d+)\]/g, ".$1");
}
