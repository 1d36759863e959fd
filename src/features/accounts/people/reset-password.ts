import { randomBytes } from "node:crypto";
import type { Database } from "../../../platform/db/index.ts";
import { OPERATOR } from "../../audit/index.ts";
import { deleteAllSessions } from "../../sessions/index.ts";
import { userNotFound } from "../errors.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import { readPassword } from "../passwords/read-password.ts";
import { findPersonByEmail, updatePassword } from "./queries.ts";
import { emailKeyOf } from "./read-address.ts";
import { recordPersonEvent } from "./record-person-event.ts";

/**
 * Command line only. Ends all sessions of the person. A generated password must be changed at the next sign-in. Errors:
 * `user_not_found`, `validation_failed`.
 */
export async function resetPassword(
  database: Database,
  { email, newPassword }: { email: string; newPassword?: string },
): Promise<{ password: string }> {
  const password = readPassword(newPassword ?? randomBytes(15).toString("base64url"), "newPassword");
  const person = await findPersonByEmail(database, emailKeyOf(email));
  if (!person) throw userNotFound(email);
  const passwordHash = await hashPassword(password);
  await database.db.transaction().execute(async (db) => {
    await updatePassword(db, person.id, { passwordHash, mustChangePassword: newPassword === undefined });
    await deleteAllSessions(db, person.id);
    const detail = { email: person.email };
    await recordPersonEvent(db, person.id, { by: OPERATOR, action: "user.password_reset", detail });
  });
  return { password };
}
