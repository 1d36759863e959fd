/**
 * Guessing is limited per client network and per account. An attacker cannot lock a user out with wrong passwords: an account under attack
 * still accepts the right password from a network that has not failed on it. Six digits can be guessed from many networks, so the limit of
 * codes of an authenticator is per person. An attacker who knows the password can block these codes, but not recovery codes.
 */
import type { Database, Db } from "../../platform/db/index.ts";
import type { AppError } from "../../platform/errors/index.ts";
import { networkOf } from "../../platform/network/index.ts";
import { forgetAttempts, type Limit, refundAttempt, type Taken, takeAttempt } from "./counters.ts";
import { rateLimitErrors } from "./errors.ts";

/** Attempts of one network on all accounts (credential stuffing). An office behind one address makes fewer mistakes than this. */
const PER_NETWORK: Limit = { attempts: 30, everySeconds: 20 };
/** Attempts of one network on one account. */
const PER_NETWORK_AND_ACCOUNT: Limit = { attempts: 10, everySeconds: 60 };
/** Attempts of all networks on one account. Above the limit, each network still has one guess at a time. */
const PER_ACCOUNT: Limit = { attempts: 50, everySeconds: 30 };
/** Wrong codes of an authenticator, from all networks together: three of a million codes are valid at a time. */
const TOTP_CODES: Limit = { attempts: 10, everySeconds: 60 };
/** Wrong recovery codes for one person from one network. Limits load, not guessing: a code has 79 random bits. */
const RECOVERY_CODES: Limit = { attempts: 10, everySeconds: 60 };
/** Wrong codes of both kinds: one is recorded only if the hour before had none. */
const REFUSALS: Limit = { attempts: 1, everySeconds: 3_600 };
/** Wrong keys from one network, and for one key prefix. */
const KEYS_PER_NETWORK: Limit = { attempts: 30, everySeconds: 20 };
const PER_KEY: Limit = { attempts: 50, everySeconds: 30 };
/** Sign-up has to reveal that an address is taken, so the number of attempts is limited. */
const SIGN_UPS: Limit = { attempts: 20, everySeconds: 180 };

/** An invitation reveals whether its address is registered. A large team is invited within minutes. */
const INVITATIONS: Limit = { attempts: 50, everySeconds: 60 };

/**
 * Allows one attempt at a password, which counts as failed until `succeeded` or, if no password was verified, `refund` is called. Error:
 * `too_many_attempts`.
 */
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
      await forgetAttempts(database.db, pair);
      await refundAttempt(database, account, PER_ACCOUNT);
    },
    async refund(): Promise<void> {
      await refundAttempt(database, network, PER_NETWORK);
      await refundAttempt(database, pair, PER_NETWORK_AND_ACCOUNT);
      // This attempt is not on a full counter, and a refund would make room for one more guess.
      if (byAccount.allowed) await refundAttempt(database, account, PER_ACCOUNT);
    },
  };
}

/** Allows one attempt at a code from an authenticator, which counts as failed until `succeeded` is called. Error: `too_many_attempts`. */
export async function guardTotpAttempt(
  database: Database,
  { personId, isConfirmed }: { personId: string; isConfirmed: boolean },
): Promise<CodeAttempt> {
  const subject = `totp:person:${personId}`;
  const taken = await takeAttempt(database, subject, TOTP_CODES);
  const seconds = taken.retryAfterSeconds;
  // There are no recovery codes before the authenticator is confirmed.
  const wait = isConfirmed ? "Use a recovery code, or wait" : "Wait";
  const text = `Too many wrong codes. ${wait} ${seconds} seconds before you try again.`;
  if (!taken.allowed) throw tooManyAttempts(taken, TOTP_CODES, text);
  return { succeeded: (db) => forgetAttempts(db, subject) };
}

/** Allows one attempt at a recovery code, which counts as failed until `succeeded` is called. Error: `too_many_attempts`. */
export async function guardRecoveryCodeAttempt(
  database: Database,
  personId: string,
  ip: string,
): Promise<CodeAttempt> {
  const subject = `recovery-code:pair:${networkOf(ip)}:${personId}`;
  const taken = await takeAttempt(database, subject, RECOVERY_CODES);
  if (!taken.allowed) throw tooManyAttempts(taken, RECOVERY_CODES);
  return { succeeded: (db) => forgetAttempts(db, subject) };
}

/** Counts a refused code of the person. Returns whether it is the first after an hour without any. */
export async function countRefusal(database: Database, personId: string): Promise<boolean> {
  return (await takeAttempt(database, `code-refused:person:${personId}`, REFUSALS)).allowed;
}

/** Call `succeeded` in the transaction that uses up the code. */
type CodeAttempt = { succeeded: (db: Db) => Promise<void> };

/** Counts a wrong key; `prefix` is null for malformed keys. Error: `too_many_attempts`. */
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

/** Limits registrations, and probes for registered addresses, per network. Error: `too_many_attempts`. */
export async function guardSignUp(database: Database, ip: string): Promise<void> {
  const taken = await takeAttempt(database, `sign-up:network:${networkOf(ip)}`, SIGN_UPS);
  if (!taken.allowed) throw tooManyAttempts(taken, SIGN_UPS);
}

/** Limits invitations, and probes for registered addresses, per network. Error: `too_many_attempts`. */
export async function guardInvitation(database: Database, ip: string): Promise<void> {
  const taken = await takeAttempt(database, `invitation:network:${networkOf(ip)}`, INVITATIONS);
  if (!taken.allowed) throw tooManyAttempts(taken, INVITATIONS);
}

function tooManyAttempts(
  { retryAfterSeconds }: Taken,
  { attempts, everySeconds }: Limit,
  text = `Too many attempts. Try again in ${retryAfterSeconds} seconds.`,
): AppError {
  return rateLimitErrors.too_many_attempts(text, {
    headers: {
      "retry-after": String(retryAfterSeconds),
      // draft-ietf-httpapi-ratelimit-headers: the quota of a window, the remainder, and the seconds until it resets.
      "ratelimit-policy": `"attempts";q=${attempts};w=${attempts * everySeconds}`,
      ratelimit: `"attempts";r=0;t=${retryAfterSeconds}`,
    },
  });
}
