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
  code_required: {
    status: 401,
    meaning: "The password is right, and sign-in also needs a code from the user's authenticator app.",
    causes: ["The user has added an authenticator app, and the request had no `code`."],
    fix: "Send the same request with `code`: the six digits that the app shows, or a recovery code.",
  },
  invalid_code: {
    status: 401,
    meaning: "The code from the authenticator app, or the recovery code, is not valid.",
    causes: [
      "The code is mistyped, or it is too old and the app already shows a newer one.",
      "The code was used before: each is accepted once.",
      "The clock of the phone is wrong.",
    ],
    fix: "Wait for the next code and try again. If the authenticator app is lost, use a recovery code, or ask an operator to run `posthouse admin remove-second-factor`.",
  },
  second_factor_exists: {
    status: 409,
    meaning: "The user already has an authenticator app.",
    causes: ["It was added before, perhaps in another browser."],
    fix: "Remove it first (Settings → Account).",
  },
  second_factor_not_found: {
    status: 404,
    meaning: "The user has no authenticator app.",
    causes: ["It was never added, or was removed."],
    fix: "Add an authenticator app first (Settings → Account).",
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
  already_member: {
    status: 409,
    meaning: "The invited person is already a member of the account.",
    causes: ["The address was invited before and has joined."],
    fix: "Change the member's role under Settings → Members.",
  },
  too_many_invitations: {
    status: 409,
    meaning: "The account has too many open invitations.",
    causes: ["The account has 100 open invitations. Each expires after seven days if it is not accepted."],
    fix: "Revoke invitations that are no longer needed.",
  },
  invitation_not_found: {
    status: 404,
    meaning: "The account has no open invitation with this id.",
    causes: ["The invitation was accepted, revoked, or has expired."],
    fix: "Reload the list of members.",
  },
  invitation_invalid: {
    status: 404,
    meaning: "The invitation link is not valid.",
    causes: [
      "The link was used before, or is older than an hour.",
      "A newer link replaced it, or the invitation was revoked.",
      "Only part of the link was copied.",
    ],
    fix: "Ask an owner of the account for a new link (Settings → Members).",
  },
  member_not_found: {
    status: 404,
    meaning: "The account has no member with this id.",
    causes: ["The member was removed, or has left."],
    fix: "Reload the list of members.",
  },
  last_owner: {
    status: 409,
    meaning: "The last owner of an account cannot be removed or get another role.",
    causes: ["The account has one owner."],
    fix: "Make another member an owner first.",
  },
  account_not_found: {
    status: 404,
    meaning: "The user is not a member of an account with this id.",
    causes: ["The user was removed from the account."],
    fix: "Reload the page.",
  },
  user_not_found: {
    status: 404,
    meaning: "No user is registered with this address.",
    causes: ["The address is mistyped, or the person never signed up."],
    fix: "Check the address.",
  },
});

/** The same text for an unknown address and a wrong password. */
export function invalidCredentials(): AppError {
  return accountErrors.invalid_credentials("The address or the password is wrong.");
}

export function userNotFound(email: string): AppError {
  return accountErrors.user_not_found(`No user is registered as ${email}.`);
}
