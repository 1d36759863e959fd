import type { Database, Db } from "../../../platform/db/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import type { Role } from "../../sessions/index.ts";
import { accountErrors } from "../errors.ts";
import { lockAccount } from "../settings/queries.ts";
import { deleteInvitationsBy } from "./invitation-queries.ts";
import { countOwners, deleteMember, findMember, updateRole } from "./queries.ts";
import { refuseFormerOwner } from "./refuse-former-owner.ts";

type Target = { accountId: string; personId: string; by: Actor };

/** Takes effect with the member's next request. Errors: `role_not_permitted`, `member_not_found`, `last_owner`. */
export async function changeRole(database: Database, target: Target, role: Role): Promise<void> {
  const { accountId, by } = target;
  await database.db.transaction().execute(async (db) => {
    const member = await lockMember(db, target);
    await refuseFormerOwner(db, { accountId, personId: by.personId });
    if (member.role === role) return;
    if (member.role === "owner") await keepAnOwner(db, accountId);
    await updateRole(db, target, role);
    if (member.role === "owner") await deleteInvitationsBy(db, target);
    const detail = { email: member.email, role, before: member.role };
    await insertAuditEvent(db, { accountId, by, action: "member.role_changed", keyId: null, detail });
  });
}

/** Ends the member's sessions in the account. API keys stay. Errors: `role_not_permitted`, `member_not_found`, `last_owner`. */
export async function removeMember(database: Database, target: Target): Promise<void> {
  const { accountId, personId, by } = target;
  await database.db.transaction().execute(async (db) => {
    const { email, role } = await lockMember(db, target);
    // Every member may leave.
    if (personId !== by.personId) await refuseFormerOwner(db, { accountId, personId: by.personId });
    if (role === "owner") await keepAnOwner(db, accountId);
    await deleteMember(db, target);
    await deleteInvitationsBy(db, target);
    await insertAuditEvent(db, {
      ...{ accountId, by, action: "member.removed", keyId: null, detail: { email } },
    });
  });
}

/** Locks the account first. Otherwise two owners could leave at once, and none would remain. */
async function lockMember(db: Db, { accountId, personId }: Target) {
  await lockAccount(db, accountId);
  const member = isId(personId) ? await findMember(db, { accountId, personId }) : null;
  if (!member)
    throw accountErrors.member_not_found("The account has no member with this id. Reload the list.");
  return member;
}

async function keepAnOwner(db: Db, accountId: string): Promise<void> {
  if ((await countOwners(db, accountId)) === 1)
    throw accountErrors.last_owner("An account needs an owner. Make another member an owner first.");
}
