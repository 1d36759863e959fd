import type { AppError, FieldError } from "../../../platform/errors/index.ts";
import type { ErrorShape } from "../../../platform/http/index.ts";

/** Where SendGrid's status for a code of ours is another; problems of fields are 400 (docs: "Mail Send errors"). */
const statuses: Record<string, number> = {
  validation_failed: 400,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  key_not_permitted: 403,
  not_implemented: 501,
};

/** Their names of what stands outside of the personalizations. */
const shared: Record<string, string> = {
  html: "content",
  text: "content",
  tags: "categories",
};
/** Their names of what each personalization has. */
const own: Record<string, string> = {
  to: "to",
  cc: "cc",
  bcc: "bcc",
  metadata: "custom_args",
  scheduled_at: "send_at",
};

/** `{ errors: [{ message, field, help }] }` */
export const presentError: ErrorShape = (error) => ({
  status: statuses[error.code] ?? error.status,
  body: JSON.stringify({ errors: errorsOf(error) }),
});

function errorsOf({ fields, message }: AppError) {
  if (!fields?.length) return [{ message, field: null, help: null }];
  return fields.map((problem) => ({
    message: sentenceOf(problem),
    field: theirPath(problem.path) || null,
    help: null,
  }));
}

function sentenceOf({ path, message }: FieldError): string {
  return /^[a-z]/.test(message) && path !== "" ? `${theirPath(path)} ${message}` : message;
}

/** `emails[1].to[0].email` → `personalizations.1.to.0.email` */
function theirPath(path: string): string {
  const [, index = "0", field = path] = /^emails\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const name = /^[a-z_]*/.exec(field)?.[0] ?? "";
  const rest = field.slice(name.length);
  const theirs = name in own ? `personalizations.${index}.${own[name]}` : (shared[name] ?? name);
  return `${theirs}${rest}`.replaceAll(/\[(\d+)\]/g, ".$1");
}
