/**
 * Guessing is slowed down per client network and per account, and nobody can lock anybody else out: an account under attack still
 * opens to the right password from a network that has not failed on it.
 */
import type { Database } from "../../platform/db/index.ts";
import type { AppError } from "../../platform/errors/index.ts";
import { networkOf } from "../../platform/network/index.ts";
import { forgetAttempts, type Limit, refundAttempt, type Taken, takeAttempt } from "./counters.ts";
import { rateLimitErrors } from "./errors.ts";

/** Whatever accounts are tried (credential stuffing). An office behind one address mistypes less than this. */
const PER_NETWORK: Limit = { attempts: 30, everySeconds: 20 };
/** One network on one account. */
const PER_NETWORK_AND_ACCOUNT: Limit = { attempts: 10, everySeconds: 60 };
/** From all networks together; beyond it, a network has one guess at a time. */
const PER_ACCOUNT: Limit = { attempts: 50, everySeconds: 30 };
/** Wrong keys, from one network and for one prefix. A program that was not told of a rotation tries about as often as a person. */
const KEYS_PER_NETWORK: Limit = { attempts: 30, everySeconds: 20 };
const PER_KEY: Limit = { attempts: 50, everySeconds: 30 };
/** Sign-up must say that an address is taken, so asking is what costs. */
const SIGN_UPS: Limit = { attempts: 20, everySeconds: 180 };

/** Refuses with `too_many_attempts` or lets one attempt at a password pass, which counts as failed until `succeeded` is called. */
export async function guardPasswordAttempt(database: Database, emailKey: string, ip: string) {
  const network = `password:network:${networkOf(ip)}`;
  const pair = `password:pair:${networkOf(ip)}:${emailKey}`;
  const account = `password:account:${emailKey}`;

  const byNetwork = await takeAttempt(database, network, PER_NETWORK);
  if (!byNetwork.allowed) throw tooManyAttempts(byNetwork, PER_NETWORK);
  const byPair = await takeAttempt(database, pair, PER_NETWORK_AND_ACCOUNT);
  if (!byPair.allowed) throw tooManyAttempts(byPair, PER_NETWORK_AND_ACCOUNT);
  const byAccount = await takeAttempt(database, account, PER_ACCOUNT);
  if (!byAccount.allowed && byPair.earlier > 0) throw tooManyAttempts(byAccount, PER_ACCOUNT);

  return {
    async succeeded(): Promise<void> {
      await refundAttempt(database, network, PER_NETWORK);
      await forgetAttempts(database, pair);
      await refundAttempt(database, account, PER_ACCOUNT);
    },
  };
}

/** Counts a wrong key and refuses with `too_many_attempts` when there were too many; `prefix` is null for what cannot be a key. */
export async function guardKeyAttempt(
  database: Database,
  { prefix, ip }: { prefix: string | null; ip: string },
): Promise<void> {
  const byNetwork = await takeAttempt(database, `key:network:${networkOf(ip)}`, KEYS_PER_NETWORK);
  if (!byNetwork.allowed) throw tooManyAttempts(byNetwork, KEYS_PER_NETWORK);
  if (prefix === null) return;
  const byKey = await takeAttempt(database, `key:prefix:${prefix}`, PER_KEY);
  if (!byKey.allowed) throw tooManyAttempts(byKey, PER_KEY);
}

/** Refuses with `too_many_attempts` when a network registers, or asks which addresses are taken, too often. */
export async function guardSignUp(database: Database, ip: string): Promise<void> {
  const taken = await takeAttempt(database, `sign-up:network:${networkOf(ip)}`, SIGN_UPS);
  if (!taken.allowed) throw tooManyAttempts(taken, SIGN_UPS);
}

function tooManyAttempts({ retryAfterSeconds }: Taken, { attempts, everySeconds }: Limit): AppError {
  return rateLimitErrors.too_many_attempts(`Too many attempts. Try again in ${retryAfterSeconds} seconds.`, {
    headers: {
      "retry-after": String(retryAfterSeconds),
      // draft-ietf-httpapi-ratelimit-headers: the quota of a window, what remains of it, and when there is more.
      "ratelimit-policy": `"attempts";q=${attempts};w=${attempts * everySeconds}`,
      ratelimit: `"attempts";r=0;t=${retryAfterSeconds}`,
    },
  });
}
