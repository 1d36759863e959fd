import { type AppError, errors } from "../../../platform/errors/index.ts";
import { keyErrors } from "../errors.ts";
import { isInNetworks } from "../networks.ts";
import type { KnownKey } from "./known-keys.ts";

/** RFC 9110 §11.6.1: a 401 names the expected scheme. */
const CHALLENGE = { headers: { "www-authenticate": "Bearer" } };

/** The error for an invalid credential. */
export function unauthorized(message: string): AppError {
  return errors.unauthorized(message, CHALLENGE);
}

/**
 * The reason to refuse a key with the right secret, now and from this network: `key_expired`, `network_not_allowed` or `key_paused`;
 * null if there is none.
 */
export function reasonToRefuseKey(
  { ended, networks, pausedReason }: KnownKey,
  clientIp: () => string,
): AppError | null {
  if (ended === "key")
    return keyErrors.key_expired(
      "This API key has expired. Set a later expiry or create another key, in the dashboard under API keys.",
      CHALLENGE,
    );
  if (ended === "secret")
    return keyErrors.key_expired(
      "This API key was rotated, and its previous secret no longer works. Use the new one.",
      CHALLENGE,
    );
  if (networks !== null && !isInNetworks(clientIp(), networks))
    return keyErrors.network_not_allowed(
      "This API key may not be used from your network. Add the network to the key in the dashboard under API keys.",
    );
  if (pausedReason === null) return null;
  return keyErrors.key_paused(
    `This API key was paused because of unusual activity. ${pausedReason} If you expected that, resume the key in the dashboard under API keys. Otherwise, rotate or revoke it there.`,
  );
}
