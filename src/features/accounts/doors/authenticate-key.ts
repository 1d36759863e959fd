import { AppError } from "../../../platform/errors/index.ts";
import type { Principal } from "../../../platform/http/index.ts";
import type { AccountDeps } from "../deps.ts";
import { apiKeyLength, prefixOf } from "../keys/api-key.ts";
import { guardKeyAttempt } from "../throttle/guard-attempts.ts";
import { KeyUsage } from "./key-usage.ts";
import { createKnownKeys } from "./known-keys.ts";
import { reasonToRefuseKey, unauthorized } from "./reason-to-refuse-key.ts";

/** `refusal.code`: `unauthorized`, `key_expired`, `network_not_allowed`, `key_paused` or `too_many_attempts` (with `Retry-After`). */
export type KeyAnswer = { ok: true; principal: Principal } | { ok: false; refusal: AppError };

export type AuthenticateKey = (attempt: { secret: string; ip: string }) => Promise<KeyAnswer>;

/**
 * Whose key this is, for doors that get it in another way than an Authorization header. What the key permits is for the door to
 * look at. Failures are counted per client network and per key, for all nodes. A right key is let in whatever was counted: its 190
 * random bits are not guessed, and one forgotten printer with a revoked key must not close the door to its whole office.
 * Rejects when the database does not answer.
 */
export function createAuthenticateKey({ database, log }: AccountDeps): AuthenticateKey {
  const usage = new KeyUsage(database, log);
  const knownKeys = createKnownKeys(database);

  return async function authenticateKey({ secret, ip }) {
    const known = secret.length === apiKeyLength ? await knownKeys.get(secret) : null;
    const refusal = known ? reasonToRefuseKey(known, () => ip) : unauthorized("This API key is not valid.");
    if (known && !refusal) {
      usage.note({ accountId: known.principal.accountId, keyId: known.principal.keyId ?? 0 });
      return { ok: true, principal: known.principal };
    }
    try {
      await guardKeyAttempt(database, { prefix: prefixOf(secret), ip });
    } catch (error) {
      if (error instanceof AppError) return { ok: false, refusal: error };
      throw error;
    }
    return { ok: false, refusal: refusal as AppError };
  };
}
