import type { Database } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { insertAuditEvent } from "../../audit/index.ts";
import { guardSignUp } from "../../rate-limits/index.ts";
import { type Client, startSession } from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import { readPassword } from "../passwords/read-password.ts";
import { readName } from "../read-name.ts";
import { actorOfClient } from "./actor-of-client.ts";
import { findPersonByEmail, insertAccountWithOwner, isTakenAddress } from "./queries.ts";
import { readAddress } from "./read-address.ts";
import type { SignedIn } from "./sign-in.ts";

export type SignUpDeps = {
  database: Database;
  /** Whether people may register now, which may depend on the delivery mode. */
  signups: () => Promise<"open" | "closed">;
};
type SignUp = { email: string; password: string; name?: string | null };

/** Creates an account with its owner and signs the owner in. Errors: `signups_closed`, `validation_failed`, `too_many_attempts`, `email_taken`. */
export async function signUp(
  { database, signups }: SignUpDeps,
  input: SignUp,
  client: Client,
): Promise<SignedIn> {
  if ((await signups()) === "closed")
    throw accountErrors.signups_closed(
      "Sign-up is closed on this instance. Ask its administrator for an account.",
    );
  const { email, emailKey } = readAddress(input.email);
  const password = readPassword(input.password, "password");
  const name = input.name == null ? null : readName(input.name, "name");
  await guardSignUp(database, client.ip);
  if (await findPersonByEmail(database, emailKey)) throw emailTaken();

  const passwordHash = await hashPassword(password);
  const token = await openAccount(database, { email, emailKey, name, passwordHash }, client).catch(
    (error: unknown) => {
      // The constraint decides which of two concurrent sign-ups with one address came first.
      throw isTakenAddress(error) ? emailTaken() : error;
    },
  );
  return { token, person: { email, name }, mustChangePassword: false };
}

type Owner = { email: string; emailKey: string; name: string | null; passwordHash: string };

/** Creates an account with its owner, and returns the token of the owner's first session. */
export async function openAccount({ db }: Database, owner: Owner, client: Client): Promise<string> {
  const ids = { accountId: newId(), personId: newId() };
  const accountName = owner.name ?? owner.email;
  return await db.transaction().execute(async (db) => {
    await insertAccountWithOwner(db, { ...ids, ...owner, accountName, mustChangePassword: false });
    const by = actorOfClient(ids.personId, client);
    await insertAuditEvent(db, { accountId: ids.accountId, by, action: "user.signed_up", keyId: null });
    return await startSession(db, ids, client);
  });
}

function emailTaken() {
  return accountErrors.email_taken("This address is already registered. Sign in instead.", {
    fields: [{ path: "email", message: "is taken" }],
  });
}
