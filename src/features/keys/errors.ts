import { type AppError, defineErrors } from "../../platform/errors/index.ts";

export const keyErrors = defineErrors({
  key_not_found: { status: 404, meaning: "There is no such active key in this account." },
  key_expired: {
    status: 401,
    meaning: "The API key has expired, or it was rotated and the old secret no longer works.",
  },
  key_not_permitted: { status: 403, meaning: "The API key's permission does not cover this operation." },
  network_not_allowed: {
    status: 403,
    meaning: "The API key may not be used from this client network.",
  },
  key_paused: {
    status: 403,
    meaning:
      "The API key was paused because it suddenly sent far more than before or its mail bounced. Resume it in the dashboard.",
  },
  key_limit_reached: { status: 409, meaning: "The account has the maximum number of active keys." },
});

export function keyNotFound(): AppError {
  return keyErrors.key_not_found("There is no such active key in this account.");
}
