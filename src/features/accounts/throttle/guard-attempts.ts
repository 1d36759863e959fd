/**
 * Guessing is slowed down per client network and per account, and nobody can lock anybody else out: an account under attack still
 * opens to the right password from a network that has not failed on it.
 */
import type { Database } from "../../../platform/db/index.ts";
import type { AppError } from "../../../platform/errors/index.ts";
import { networkOf } from "../../../platform/network/index.ts";
import { accountErrors } from "../errors.ts";
import { forgetAttempts, type Limit, refundAttempt, type Taken, takeAttempt } from "./counters.ts";

/** Whatever accounts are tried (credential stuffing). An office behind one address mistypes less than this. */
const perNetwork: Limit = { attempts: 30, everySeconds: 20 };
/** One network on one account. */
const perNetworkAndAccount: Limit = { attempts: 10, everySeconds: 60 };
/** From all networks together; beyond it, a network has one guess at a time. */
const perAccount: Limit = { attempts: 50, everySeconds: 30 };
/** Wrong keys, from one network and for one prefix. A program that was not told of a rotation tries about as often as a person. */
const keysPerNetwork: Limit = { attempts: 30, everySeconds: 20 };
const perKey: Limit = { attempts: 50, everySeconds: 30 };
/** Sign-up must say that an address is taken, so asking is what costs. */
const signUps: Limit = { attempts: 20, everySeconds: 180 };

/** Refuses with `too_many_attempts` or lets one attempt at a password pass, which counts as failed until `succeeded` is called. */
export async function guardPasswordAttempt(database: Database, emailKey: string, ip: string) {
  const network = `password:network:${networkOf(ip)}`;
  const pair = `password:pair:${networkOf(ip)}:${emailKey}`;
  const account = `password:account:${emailKey}`;

  const byNetwork = await takeAttempt(database, network, perNetwork);
  if (!byNetwork.allowed) throw tooManyAttempts(byNetwork, perNetwork);
  const byPair = await takeAttempt(database, pair, perNetworkAndAccount);
  if (!byPair.allowed) throw tooManyAttempts(byPair, perNetworkAndAccount);
  const byAccount = await takeAttempt(database, account, perAccount);
  if (!byAccount.allowed && byPair.earlier > 0) throw tooManyAttempts(byAccount, perAccount);

  return {
    async succeeded(): Promise<void> {
      await refundAttempt(database, network, perNetwork);
      await forgetAttempts(database, pair);
      await refundAttempt(database, account, perAccount);
    },
  };
}

/** Counts a wrong key and refuses with `too_many_attempts` when there were too many; `prefix` is null for what cannot be a key. */
export async function guardKeyAttempt(
  database: Database,
  { prefix, ip }: { prefix: string | null; ip: string },
): Promise<void> {
  const byNetwork = await takeAttempt(database, `key:network:${networkOf(ip)}`, keysPerNetwork);
  if (!byNetwork.allowed) throw tooManyAttempts(byNetwork, keysPerNetwork);
  if (prefix === null) return;
  const byKey = await takeAttempt(database, `key:prefix:${prefix}`, perKey);
  if (!byKey.allowed) throw tooManyAttempts(byKey, perKey);
}

/** Refuses with `too_many_attempts` when a network registers, or asks which addresses are taken, too often. */
export async function guardSignUp(database: Database, ip: string): Promise<void> {
  const taken = await takeAttempt(database, `sign-up:network:${networkOf(ip)}`, signUps);
  if (!taken.allowed) throw tooManyAttempts(taken, signUps);
}

function tooManyAttempts({ retryAfterSeconds }: Taken, { attempts, everySeconds }: Limit): AppError {
  return accountErrors.too_many_attempts(`Too many attempts. Try again in ${retryAfterSeconds} seconds.`, {
    headers: {
      "retry-after": String(retryAfterSeconds),
      // draft-ietf-httpapi-ratelimit-headers: the quota of a window, what remains of it, and when there is more.
      "ratelimit-policy": `"attempts";q=${attempts};w=${attempts * everySeconds}`,
      ratelimit: `"attempts";r=0;t=${retryAfterSeconds}`,
    },
  });
}
