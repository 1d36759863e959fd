import type { Database } from "../../../platform/db/index.ts";
import type { Client, Session } from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import type { PersonRow } from "./queries.ts";
import { emailKeyOf } from "./read-address.ts";
import { verifyCredentials } from "./verify-credentials.ts";

/** Requires the password of a person who is signed in. Errors: `invalid_credentials`, `too_many_attempts`. */
export async function confirmPassword(
  database: Database,
  { session, client, password }: { session: Session; client: Client; password: string },
): Promise<PersonRow> {
  const emailKey = emailKeyOf(session.person.email);
  const person = await verifyCredentials(database, { emailKey, password, ip: client.ip });
  if (!person) throw wrongCurrentPassword();
  return person;
}

export function wrongCurrentPassword() {
  return accountErrors.invalid_credentials("The current password is wrong.", {
    fields: [{ path: "current_password", message: "is not your current password" }],
  });
}
