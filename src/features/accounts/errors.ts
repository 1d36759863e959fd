import { type AppError, defineErrors } from "../../platform/errors/index.ts";

export const accountErrors = defineErrors({
  email_taken: { status: 409, meaning: "Somebody has registered with this address." },
  invalid_credentials: { status: 401, meaning: "The address or the password is wrong." },
  signups_closed: { status: 403, meaning: "This instance takes no registrations." },
  operator_required: { status: 403, meaning: "This is for who runs the instance, and the caller does not." },
  user_not_found: { status: 404, meaning: "Nobody has registered with this address." },
});

export function userNotFound(email: string): AppError {
  return accountErrors.user_not_found(`Nobody has registered as ${email}.`);
}
