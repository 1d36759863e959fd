import { type AppError, errors } from "../../../platform/errors/index.ts";
import { keyErrors } from "../errors.ts";
import { isInNetworks } from "../networks.ts";
import type { KnownKey } from "./known-keys.ts";

/** RFC 9110 §11.6.1: a 401 names the scheme that it wants. */
const CHALLENGE = { headers: { "www-authenticate": "Bearer" } };

/** For a credential that is none. */
export function unauthorized(message: string): AppError {
  return errors.unauthorized(message, CHALLENGE);
}

/**
 * Why a key with the right secret may not be used now or from there: `key_expired`, `network_not_allowed`, `key_paused`; null if it
 * may.
 */
export function reasonToRefuseKey(
  { ended, networks, pausedReason }: KnownKey,
  clientIp: () => string,
): AppError | null {
  if (ended === "key")
    return keyErrors.key_expired(
      "This API key has expired. Give it a later end or create another, in the dashboard under Settings, API keys.",
      CHALLENGE,
    );
  if (ended === "secret")
    return keyErrors.key_expired(
      "This secret of the API key was replaced, and the time in which both work is over. Use the newer one.",
      CHALLENGE,
    );
  if (networks !== null && !isInNetworks(clientIp(), networks))
    return keyErrors.network_not_allowed(
      "This API key may not be used from your network. Add the network to the key in the dashboard under Settings, API keys.",
    );
  if (pausedReason === null) return null;
  return keyErrors.key_paused(
    `This API key was paused because it does what it never did. ${pausedReason} If that was meant, let it go on in the dashboard under Settings, API keys; if not, rotate or revoke it there.`,
  );
}
