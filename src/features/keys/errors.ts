import { type AppError, defineErrors } from "../../platform/errors/index.ts";

export const keyErrors = defineErrors({
  key_not_found: {
    status: 404,
    meaning: "This account has no active key with this id.",
    causes: ["The key was revoked, or belongs to another account."],
    fix: "List the keys under API keys in the dashboard.",
  },
  key_expired: {
    status: 401,
    meaning: "The API key has expired, or it was rotated and the previous secret no longer works.",
    causes: [
      "The key's expiry date has passed.",
      "The key was rotated, and the overlap in which the previous secret works has ended.",
    ],
    fix: "Use the new secret, or create a key.",
  },
  key_not_permitted: {
    status: 403,
    meaning: "The API key's permission does not cover this operation.",
    causes: ["The key has the permission `send` or `read`, and the operation needs more."],
    fix: "Use a key whose permission covers the operation. `full` covers all.",
  },
  network_not_allowed: {
    status: 403,
    meaning: "The API key may not be used from this client network.",
    causes: [
      "The key is limited to certain networks, and the request came from another one.",
      "A reverse proxy hides the client's address.",
    ],
    fix: "Add the network to the key. Behind a proxy, set `TRUSTED_PROXIES`.",
  },
  key_paused: {
    status: 403,
    meaning:
      "The API key was paused because it suddenly sent far more than before, or too much of its mail bounced. Resume it in the dashboard.",
    causes: [
      "The key sent to far more recipients within an hour than before.",
      "Over 20% of its recipients bounced.",
    ],
    fix: "Find the cause first, such as a stolen key or an outdated list. Then resume the key in the dashboard, or revoke it.",
  },
  key_limit_reached: {
    status: 409,
    meaning: "The account has the maximum number of active keys.",
    causes: ["The account has the maximum number of active keys."],
    fix: "Revoke a key that no program uses. The list shows when each was last used.",
  },
});

export function keyNotFound(): AppError {
  return keyErrors.key_not_found("This account has no active key with this id.");
}
