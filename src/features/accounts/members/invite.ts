import { randomBytes } from "node:crypto";
import type { Database } from "../../../platform/db/index.ts";
import { isId, newId } from "../../../platform/ids/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { hashToken, type Role } from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import { readAddress } from "../people/read-address.ts";
import { lockAccount } from "../settings/queries.ts";
import { countInvitations, deleteInvitation, updateToken, upsertInvitation } from "./invitation-queries.ts";
import { isMember } from "./queries.ts";

/** More invitations would make the page unreadable, and a list of addresses is not what invitations are for. */
const MAX_INVITATIONS = 100;

export type InviteDeps = { database: Database; config: { baseUrl: string } };
type By = { accountId: string; personId: string; by: Actor };

/**
 * Invites an address. An earlier invitation of it is replaced. Returns the invitation with its link, which is not stored. Errors:
 * `validation_failed`, `already_member`, `too_many_invitations`.
 */
export async function invite(
  { database, config }: InviteDeps,
  { accountId, personId, by }: By,
  input: { email: string; role: Role },
) {
  const { role } = input;
  const { email, emailKey } = readAddress(input.email);
  const { token, tokenHash } = newToken();
  const invitation = await database.db.transaction().execute(async (db) => {
    await lockAccount(db, accountId);
    if (await isMember(db, accountId, emailKey))
      throw accountErrors.already_member(`${email} is a member of the account already.`, {
        fields: [{ path: "email", message: "is a member already" }],
      });
    if ((await countInvitations(db, accountId)) >= MAX_INVITATIONS)
      throw accountErrors.too_many_invitations(
        `An account has at most ${MAX_INVITATIONS} open invitations. Revoke some first.`,
      );
    const detail = { email, role };
    await insertAuditEvent(db, { accountId, by, action: "member.invited", keyId: null, detail });
    return await upsertInvitation(db, {
      ...{ accountId, id: newId(), email, emailKey, role, invitedBy: personId, tokenHash },
    });
  });
  return { ...invitation, link: linkOf(config, token) };
}

/** Returns an open invitation with another link. Earlier links are no longer valid. Error: `invitation_not_found`. */
export async function renewLink({ database, config }: InviteDeps, accountId: string, id: string) {
  const { token, tokenHash } = newToken();
  const invitation = isId(id) ? await updateToken(database.db, { accountId, id, tokenHash }) : null;
  if (!invitation) throw invitationNotFound();
  return { ...invitation, link: linkOf(config, token) };
}

/** Error: `invitation_not_found`. */
export async function revokeInvitation(
  database: Database,
  { accountId, by }: Pick<By, "accountId" | "by">,
  id: string,
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    const email = isId(id) ? await deleteInvitation(db, { accountId, id }) : null;
    if (email === null) throw invitationNotFound();
    const detail = { email };
    await insertAuditEvent(db, { accountId, by, action: "member.invitation_revoked", keyId: null, detail });
  });
}

/** 256 random bits need no slow hash. */
function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

/** Browsers do not send the part after `#`, so that no server or proxy logs the token. */
function linkOf({ baseUrl }: InviteDeps["config"], token: string): string {
  return `${baseUrl}/invitation#${token}`;
}

function invitationNotFound() {
  return accountErrors.invitation_not_found(
    "The account has no open invitation with this id. It may have been accepted; reload the list.",
  );
}
