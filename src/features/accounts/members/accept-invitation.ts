import type { Database, Db } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { insertAuditEvent } from "../../audit/index.ts";
import { guardPasswordAttempt } from "../../rate-limits/index.ts";
import { type Client, hashToken, type Session, startSession } from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import { hashPassword, verifyPassword } from "../passwords/hash-password.ts";
import { readPassword } from "../passwords/read-password.ts";
import { actorOfClient } from "../people/actor-of-client.ts";
import {
  findPersonByEmail,
  insertPerson,
  isTakenAddress,
  lockPersonWithPassword,
  type PersonRow,
} from "../people/queries.ts";
import { emailKeyOf } from "../people/read-address.ts";
import type { SignedIn } from "../people/sign-in.ts";
import { readName } from "../read-name.ts";
import { isProtected } from "../second-factor/queries.ts";
import { findInvitation, LINK_MINUTES, takeInvitation } from "./invitation-queries.ts";
import { enterAccount, insertMember } from "./queries.ts";

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;
export type Acceptance = { token: string; password?: string; name?: string | null };

/** Returns the invitation of a link, and whether its address is registered. Error: `invitation_invalid`. */
export async function openInvitation(database: Database, token: string): Promise<Invitation> {
  const invitation = await findInvitation(database, hashToken(token));
  if (!invitation)
    throw accountErrors.invitation_invalid(
      "This link is not valid. It may have been used, replaced or revoked. Ask the person who invited you for a new one.",
    );
  if (invitation.is_link_old)
    throw accountErrors.invitation_invalid(
      `This link has expired after ${LINK_MINUTES} minutes. Ask the person who invited you for a new one.`,
    );
  return invitation;
}

/**
 * Makes the invited person a member, and starts a session in the account. A registered person proves the address with its password, or
 * with its session; the session of another person proves nothing. Errors: `invitation_invalid`, `validation_failed`,
 * `invalid_credentials`, `code_required`, `too_many_attempts`, `email_taken`.
 */
export async function acceptInvitation(
  database: Database,
  acceptance: Acceptance,
  { client, session }: { client: Client; session: Session | null },
): Promise<SignedIn> {
  const invitation = await openInvitation(database, acceptance.token);
  const person = await findPersonByEmail(database, invitation.email_key);
  const joining = { database, invitation, acceptance, client };
  if (!person) return await joinAsNew(joining);
  if (!session || emailKeyOf(session.person.email) !== invitation.email_key)
    await verifyPerson(joining, person);
  return await join(joining, {
    prepare: async (db) => {
      if (!(await lockPersonWithPassword(db, person))) throw wrongPassword();
      return person.id;
    },
    name: person.name,
    mustChangePassword: person.must_change_password,
  });
}

type Joining = { database: Database; invitation: Invitation; acceptance: Acceptance; client: Client };

async function joinAsNew(joining: Joining): Promise<SignedIn> {
  const { invitation, acceptance } = joining;
  const password = readPassword(acceptance.password ?? "", "password");
  const name = acceptance.name == null ? null : readName(acceptance.name, "name");
  const passwordHash = await hashPassword(password);
  const { email, email_key: emailKey } = invitation;
  const prepare = async (db: Db) => {
    const personId = newId();
    await insertPerson(db, { personId, email, emailKey, name, passwordHash, mustChangePassword: false });
    return personId;
  };
  try {
    return await join(joining, { prepare, name, mustChangePassword: false });
  } catch (error) {
    // The person registered, or accepted another invitation, at the same time. The link stays valid.
    if (isTakenAddress(error))
      throw accountErrors.email_taken(`${email} has just been registered. Open the link again.`);
    throw error;
  }
}

async function verifyPerson({ database, invitation, acceptance, client }: Joining, person: PersonRow) {
  const attempt = await guardPasswordAttempt(database, invitation.email_key, client.ip);
  if (!(await verifyPassword(person.password_hash, acceptance.password ?? ""))) throw wrongPassword();
  await attempt.succeeded();
  if (await isProtected(database, person.id))
    throw accountErrors.code_required(
      "Your password alone is not enough, because you have a second factor. Sign in first, then open the link again.",
    );
}

type Joiner = {
  /** Returns the id of the person, who exists until the transaction ends. */
  prepare: (db: Db) => Promise<string>;
  name: string | null;
  mustChangePassword: boolean;
};

/** Uses the link inside the transaction, so that only one of two requests succeeds. */
async function join(
  { database, invitation, acceptance, client }: Joining,
  { prepare, name, mustChangePassword }: Joiner,
): Promise<SignedIn> {
  const { account_id: accountId, email } = invitation;
  const token = await database.db.transaction().execute(async (db) => {
    const taken = await takeInvitation(db, hashToken(acceptance.token));
    if (!taken) throw accountErrors.invitation_invalid("This link was just used or replaced.");
    const personId = await prepare(db);
    await insertMember(db, { accountId, personId }, taken.role);
    await enterAccount(db, { accountId, personId });
    const by = actorOfClient(personId, client);
    const detail = { email, role: taken.role };
    await insertAuditEvent(db, { accountId, by, action: "member.joined", keyId: null, detail });
    return await startSession(db, { accountId, personId }, client);
  });
  return { token, person: { email, name }, mustChangePassword };
}

function wrongPassword() {
  return accountErrors.invalid_credentials("The password is wrong.", {
    fields: [{ path: "password", message: "is not the password of this address" }],
  });
}
