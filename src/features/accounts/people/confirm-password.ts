import type { Database } from "../../../platform/db/index.ts";
import { guardPasswordAttempt } from "../../rate-limits/index.ts";
import type { Client, Session } from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import { verifyPassword } from "../passwords/hash-password.ts";
import { findPersonByEmail, type PersonRow } from "./queries.ts";
import { emailKeyOf } from "./read-address.ts";

/** Requires the password of a person who is signed in. Errors: `invalid_credentials`, `too_many_attempts`. */
export async function confirmPassword(
  database: Database,
  { session, client, password }: { session: Session; client: Client; password: string },
): Promise<PersonRow> {
  const emailKey = emailKeyOf(session.person.email);
  const attempt = await guardPasswordAttempt(database, emailKey, client.ip);
  const person = await findPersonByEmail(database, emailKey);
  const matches = await verifyPassword(person?.password_hash ?? null, password);
  if (!person || !matches) throw wrongCurrentPassword();
  await attempt.succeeded();
  return person;
}

export function wrongCurrentPassword() {
  return accountErrors.invalid_credentials("The current password is wrong.", {
    fields: [{ path: "current_password", message: "is not your current password" }],
  });
}
