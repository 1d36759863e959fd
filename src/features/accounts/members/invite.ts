import { randomBytes } from "node:crypto";
import type { Database } from "../../../platform/db/index.ts";
import { isId, newId } from "../../../platform/ids/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { guardInvitation } from "../../rate-limits/index.ts";
import { hashToken, type Role } from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import { readAddress } from "../people/read-address.ts";
import { lockAccount } from "../settings/queries.ts";
import {
  countOtherInvitations,
  deleteInvitation,
  updateToken,
  upsertInvitation,
} from "./invitation-queries.ts";
import { isMember } from "./queries.ts";
import { refuseFormerOwner } from "./refuse-former-owner.ts";

/** With more, the page would be unreadable, and an account could invite lists of strangers. */
const MAX_INVITATIONS = 100;

export type InviteDeps = { database: Database; config: { baseUrl: string } };
/** The owner who invites. `ip`: the address of the owner's browser. */
type By = { accountId: string; personId: string; by: Actor; ip: string };

/**
 * Invites an address. An earlier invitation of it is replaced. Returns the invitation with its link, which is not stored. Errors:
 * `role_not_permitted`, `validation_failed`, `too_many_attempts`, `already_member`, `too_many_invitations`.
 */
export async function invite(
  { database, config }: InviteDeps,
  { accountId, personId, by, ip }: By,
  input: { email: string; role: Role },
) {
  const { role } = input;
  const { email, emailKey } = readAddress(input.email);
  // The page of a link says whether the address is registered.
  await guardInvitation(database, ip);
  const { token, tokenHash } = newToken();
  const invitation = await database.db.transaction().execute(async (db) => {
    await lockAccount(db, accountId);
    await refuseFormerOwner(db, { accountId, personId });
    if (await isMember(db, accountId, emailKey))
      throw accountErrors.already_member(`${email} is already a member of the account.`, {
        fields: [{ path: "email", message: "is already a member" }],
      });
    if ((await countOtherInvitations(db, { accountId, emailKey })) >= MAX_INVITATIONS)
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

/** Returns an open invitation with another link. Earlier links are no longer valid. Errors: `role_not_permitted`, `invitation_not_found`. */
export async function renewLink(
  { database, config }: InviteDeps,
  { accountId, personId, by }: Omit<By, "ip">,
  id: string,
) {
  const { token, tokenHash } = newToken();
  const invitation = await database.db.transaction().execute(async (db) => {
    await lockAccount(db, accountId);
    await refuseFormerOwner(db, { accountId, personId });
    const renewed = isId(id)
      ? await updateToken(db, { accountId, id, tokenHash, invitedBy: personId })
      : null;
    if (!renewed) throw invitationNotFound();
    const detail = { email: renewed.email, role: renewed.role };
    await insertAuditEvent(db, { accountId, by, action: "member.invitation_renewed", keyId: null, detail });
    return renewed;
  });
  return { ...invitation, link: linkOf(config, token) };
}

/** Errors: `role_not_permitted`, `invitation_not_found`. */
export async function revokeInvitation(
  database: Database,
  { accountId, personId, by }: Omit<By, "ip">,
  id: string,
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    await lockAccount(db, accountId);
    await refuseFormerOwner(db, { accountId, personId });
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
