import { defineErrors } from "../../platform/errors/index.ts";

export const accountErrors = defineErrors({
  email_taken: { status: 409, meaning: "Somebody has registered with this address." },
  invalid_credentials: { status: 401, meaning: "The address or the password is wrong." },
  too_many_attempts: {
    status: 429,
    meaning: "Too many attempts from this network or on this account; `Retry-After` tells when to come back.",
  },
  signups_closed: { status: 403, meaning: "This instance takes no registrations." },
  password_change_required: {
    status: 403,
    meaning: "The first password must be changed before anything else.",
  },
  cross_origin: { status: 403, meaning: "A request with a session cookie came from another site." },
  operator_required: { status: 403, meaning: "This is for who runs the instance, and the caller does not." },
  key_not_found: { status: 404, meaning: "There is no such active key in this account." },
  key_expired: {
    status: 401,
    meaning: "The API key has expired, or its secret was replaced and the overlap is over.",
  },
  key_not_permitted: { status: 403, meaning: "The API key's permission does not cover this operation." },
  network_not_allowed: {
    status: 403,
    meaning: "The API key may only be used from other client networks.",
  },
  key_paused: {
    status: 403,
    meaning:
      "The API key was paused, because it suddenly sent far more than usual or its mail bounced. A person lets it go on in the dashboard.",
  },
  key_limit_reached: { status: 409, meaning: "The account has as many active keys as it may have." },
  session_not_found: { status: 404, meaning: "There is no such session of yours." },
  user_not_found: { status: 404, meaning: "Nobody has registered with this address." },
});
