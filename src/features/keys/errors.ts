import { type AppError, defineErrors } from "../../platform/errors/index.ts";

export const keyErrors = defineErrors({
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
});

export function keyNotFound(): AppError {
  return keyErrors.key_not_found("There is no such active key in this account.");
}
