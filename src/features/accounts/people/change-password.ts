import type { Database } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { type Client, deleteAllSessions, type Session, startSession } from "../../sessions/index.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import { readPassword } from "../passwords/read-password.ts";
import { actorOfClient } from "./actor-of-client.ts";
import { confirmPassword, wrongCurrentPassword } from "./confirm-password.ts";
import { updatePassword } from "./queries.ts";
import { recordPersonEvent } from "./record-person-event.ts";
import type { SignedIn } from "./sign-in.ts";

type Change = { current_password: string; new_password: string };

/** Ends every session of the person and starts one. Errors: `validation_failed`, `invalid_credentials`, `too_many_attempts`. */
export async function changePassword(
  database: Database,
  session: Session,
  { change, client }: { change: Change; client: Client },
): Promise<SignedIn> {
  const newPassword = readPassword(change.new_password, "new_password");
  const person = await confirmPassword(database, { session, client, password: change.current_password });
  if (newPassword === change.current_password.normalize("NFC")) throw sameAsBefore();

  const passwordHash = await hashPassword(newPassword);
  const { accountId, personId } = session;
  const token = await database.db.transaction().execute(async (db) => {
    const onlyIfHash = person.password_hash;
    if (!(await updatePassword(db, personId, { passwordHash, mustChangePassword: false, onlyIfHash })))
      return null;
    await deleteAllSessions(db, personId);
    const by = actorOfClient(personId, client);
    await recordPersonEvent(db, personId, { by, action: "user.password_changed" });
    return await startSession(db, { accountId, personId }, client);
  });
  if (token === null) throw wrongCurrentPassword();
  return { token, person: session.person, mustChangePassword: false };
}

function sameAsBefore() {
  const message = "must differ from the current password";
  return errors.validation_failed(`The new password ${message}.`, {
    fields: [{ path: "new_password", message }],
  });
}
