import type { Database, Db } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { insertAuditEvent } from "../../audit/index.ts";
import {
  type Client,
  hashToken,
  keepSession,
  type Role,
  type Session,
  startSession,
} from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import { hashPassword } from "../passwords/hash-password.ts";
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
import { recordPersonEvent } from "../people/record-person-event.ts";
import type { SignedIn } from "../people/sign-in.ts";
import { verifyCredentials } from "../people/verify-credentials.ts";
import { readName } from "../read-name.ts";
import { passSecondFactor } from "../second-factor/pass-second-factor.ts";
import type { SecondFactorDeps } from "../second-factor/use-code.ts";
import { findInvitation, LINK_MINUTES, takeInvitation } from "./invitation-queries.ts";
import { enterAccount, insertMember } from "./queries.ts";

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;
/** `password`, `code`: of a registered person without a session, or the password of a new person. */
export type Acceptance = { token: string; password?: string; code?: string; name?: string | null };

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
 * Makes the invited person a member, and starts a session in the account. A registered person proves the address as at sign-in, or with
 * its session; the session of another person proves nothing. Errors: `invitation_invalid`, `validation_failed`, `invalid_credentials`,
 * `code_required`, `invalid_code`, `too_many_attempts`, `email_taken`.
 */
export async function acceptInvitation(
  deps: SecondFactorDeps,
  acceptance: Acceptance,
  { client, session }: { client: Client; session: Session | null },
): Promise<SignedIn> {
  const invitation = await openInvitation(deps.database, acceptance.token);
  const person = await findPersonByEmail(deps.database, invitation.email_key);
  const joining = { deps, invitation, acceptance, client };
  if (!person) return await joinAsNew(joining);
  const isSignedIn = session !== null && emailKeyOf(session.person.email) === invitation.email_key;
  const token = await (isSignedIn
    ? joinWithSession(joining, { person, session })
    : joinWithPassword(joining));
  return {
    token,
    person: { email: invitation.email, name: person.name },
    mustChangePassword: person.must_change_password,
  };
}

type Joining = { deps: SecondFactorDeps; invitation: Invitation; acceptance: Acceptance; client: Client };

async function joinAsNew(joining: Joining): Promise<SignedIn> {
  const { deps, invitation, acceptance } = joining;
  const password = readPassword(acceptance.password ?? "", "password");
  const name = acceptance.name == null ? null : readName(acceptance.name, "name");
  const passwordHash = await hashPassword(password);
  const { email, email_key: emailKey } = invitation;
  const personId = newId();
  const person = { personId, email, emailKey, name, passwordHash, mustChangePassword: false };
  try {
    const token = await deps.database.db.transaction().execute(async (db) => {
      const role = await takeLink(db, acceptance);
      await insertPerson(db, person);
      return await join(db, joining, { personId, role });
    });
    return { token, person: { email, name }, mustChangePassword: false };
  } catch (error) {
    // The person registered, or accepted another invitation, at the same time. The link stays valid.
    if (isTakenAddress(error))
      throw accountErrors.email_taken(`${email} has just been registered. Open the link again.`);
    throw error;
  }
}

function joinWithSession(
  joining: Joining,
  { person, session }: { person: PersonRow; session: Session },
): Promise<string> {
  const { id, personId } = session;
  return joining.deps.database.db.transaction().execute(async (db) => {
    // An earlier change of the password or of the second factor has ended this session. A later one waits, and ends the new one too.
    if (!(await lockPersonWithPassword(db, person))) throw wrongPassword();
    if (!(await keepSession(db, personId, id))) throw wrongPassword();
    return await join(db, joining, { personId, role: await takeLink(db, joining.acceptance) });
  });
}

async function joinWithPassword(joining: Joining): Promise<string> {
  const { deps, invitation, acceptance, client } = joining;
  const person = await verifyCredentials(deps.database, {
    emailKey: invitation.email_key,
    password: acceptance.password ?? "",
    ip: client.ip,
  });
  if (!person) throw wrongPassword();
  return await passSecondFactor(deps, { person, code: acceptance.code, client }, async (db) => {
    const by = actorOfClient(person.id, client);
    await recordPersonEvent(db, person.id, { by, action: "user.signed_in" });
    return await join(db, joining, { personId: person.id, role: await takeLink(db, acceptance) });
  });
}

/** Only one of two requests with the same link succeeds. Returns the role of the new member. */
async function takeLink(db: Db, { token }: Acceptance): Promise<Role> {
  const taken = await takeInvitation(db, hashToken(token));
  if (!taken) throw accountErrors.invitation_invalid("This link was just used or replaced.");
  return taken.role;
}

/** Returns the token of the new session. */
async function join(
  db: Db,
  { invitation, client }: Joining,
  { personId, role }: { personId: string; role: Role },
): Promise<string> {
  const { account_id: accountId, email } = invitation;
  await insertMember(db, { accountId, personId }, role);
  await enterAccount(db, { accountId, personId });
  const by = actorOfClient(personId, client);
  const detail = { email, role };
  await insertAuditEvent(db, { accountId, by, action: "member.joined", keyId: null, detail });
  return await startSession(db, { accountId, personId }, client);
}

function wrongPassword() {
  return accountErrors.invalid_credentials("The password is wrong.", {
    fields: [{ path: "password", message: "is not the password of this address" }],
  });
}
