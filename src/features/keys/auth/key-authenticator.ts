import type { Database } from "../../../platform/db/index.ts";
import { AppError } from "../../../platform/errors/index.ts";
import type { Principal } from "../../../platform/http/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { guardKeyAttempt } from "../../rate-limits/index.ts";
import { API_KEY_LENGTH, prefixOf } from "../api-key.ts";
import { KeyUsage } from "./key-usage.ts";
import { KnownKeys } from "./known-keys.ts";
import { reasonToRefuseKey, unauthorized } from "./reason-to-refuse-key.ts";

/** `refusal.code`: `unauthorized`, `key_expired`, `network_not_allowed`, `key_paused` or `too_many_attempts` (with `Retry-After`). */
export type KeyCheck = { ok: true; principal: Principal } | { ok: false; refusal: AppError };

export type AuthenticateKey = (attempt: { secret: string; ip: string }) => Promise<KeyCheck>;

/** Finds the principal of an API key. The caller checks the key's permission. */
export class KeyAuthenticator {
  readonly #database: Database;
  readonly #usage: KeyUsage;
  readonly #knownKeys: KnownKeys;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database;
    this.#usage = new KeyUsage(database, log);
    this.#knownKeys = new KnownKeys(database);
  }

  /** Null: the secret is unknown. Notes the use of the key, unless there is a reason to refuse it now or from this network. */
  async check(secret: string, ip: () => string, { isUse = true } = {}) {
    const known = secret.length === API_KEY_LENGTH ? await this.#knownKeys.get(secret) : null;
    if (!known) return null;
    const refusal = reasonToRefuseKey(known, ip);
    if (isUse && !refusal) this.#usage.note(known.principal);
    return { principal: known.principal, refusal };
  }

  /**
   * Like `check`, for a key that does not come by HTTP. Failures are counted per client network and per key, over all nodes. A valid key is
   * accepted regardless of the count: its 190 random bits cannot be guessed, and one forgotten printer with a revoked key must not
   * block the other devices of its office. Rejects if the database is unavailable.
   */
  async authenticate({ secret, ip }: { secret: string; ip: string }): Promise<KeyCheck> {
    const found = await this.check(secret, () => ip);
    if (found && !found.refusal) return { ok: true, principal: found.principal };
    try {
      await guardKeyAttempt(this.#database, { prefix: prefixOf(secret), ip });
    } catch (error) {
      if (error instanceof AppError) return { ok: false, refusal: error };
      throw error;
    }
    return { ok: false, refusal: found?.refusal ?? unauthorized("This API key is not valid.") };
  }
}
