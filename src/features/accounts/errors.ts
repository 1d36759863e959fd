import { type AppError, defineErrors } from "../../platform/errors/index.ts";

export const accountErrors = defineErrors({
  email_taken: { status: 409, meaning: "The address is already registered." },
  invalid_credentials: { status: 401, meaning: "The address or the password is wrong." },
  signups_closed: { status: 403, meaning: "Sign-up is closed on this instance." },
  operator_required: { status: 403, meaning: "Only an operator of the instance may do this." },
  user_not_found: { status: 404, meaning: "No user is registered with this address." },
});

export function userNotFound(email: string): AppError {
  return accountErrors.user_not_found(`No user is registered as ${email}.`);
}
