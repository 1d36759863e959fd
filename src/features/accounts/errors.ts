import { type AppError, defineErrors } from "../../platform/errors/index.ts";

export const accountErrors = defineErrors({
  email_taken: {
    status: 409,
    meaning: "The address is already registered.",
    causes: ["Someone has registered with this address before."],
    fix: "Sign in, or ask an operator for a new password.",
  },
  invalid_credentials: {
    status: 401,
    meaning: "The address or the password is wrong.",
    causes: ["The address or the password is mistyped."],
    fix: "Try again. An operator can set a new password with `posthouse admin reset-password`.",
  },
  signups_closed: {
    status: 403,
    meaning: "Sign-up is closed on this instance.",
    causes: ["The instance's operator has closed sign-up, or mail is delivered for real."],
    fix: "Ask the operator for an account. Operators open sign-up with `SIGNUPS=open`.",
  },
  operator_required: {
    status: 403,
    meaning: "Only an operator of the instance may do this.",
    causes: ["The page or action concerns the whole instance, not one account."],
    fix: "Sign in as an operator. `posthouse admin operator <email>` makes a user an operator.",
  },
  user_not_found: {
    status: 404,
    meaning: "No user is registered with this address.",
    causes: ["The address is mistyped, or the person never signed up."],
    fix: "Check the address.",
  },
});

export function userNotFound(email: string): AppError {
  return accountErrors.user_not_found(`No user is registered as ${email}.`);
}
