import type { Database } from "../../../platform/db/index.ts";
import { guardPasswordAttempt } from "../../rate-limits/index.ts";
import { verifyPassword } from "../passwords/hash-password.ts";
import { findPersonByEmail, type PersonRow } from "./queries.ts";

type Credentials = { emailKey: string; password: string; ip: string };

/**
 * Returns the person with this address and password. Null, after the same time: the address is unknown or the password is wrong. Errors:
 * `too_many_attempts`; `rate_limited`, which does not count as an attempt.
 */
export async function verifyCredentials(
  database: Database,
  { emailKey, password, ip }: Credentials,
): Promise<PersonRow | null> {
  const attempt = await guardPasswordAttempt(database, emailKey, ip);
  const person = await findMatch(database, { emailKey, password }).catch(async (error) => {
    // A busy server must not lock out a person whose password is right.
    await attempt.refund().catch(() => undefined);
    throw error;
  });
  if (person) await attempt.succeeded();
  return person;
}

async function findMatch(
  database: Database,
  { emailKey, password }: Omit<Credentials, "ip">,
): Promise<PersonRow | null> {
  const person = await findPersonByEmail(database, emailKey);
  return (await verifyPassword(person?.password_hash ?? null, password)) ? person : null;
}
