/** All SQL of invitations. Their times are decided by the database's clock, which all nodes share. */
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import type { Role } from "../../sessions/index.ts";

const OPEN_DAYS = 7;
/** OWASP ASVS 5.0 §6.5.1 asks for short-lived links. */
export const LINK_MINUTES = 60;

type NewInvitation = {
  accountId: string;
  id: string;
  email: string;
  emailKey: string;
  role: Role;
  invitedBy: string;
  tokenHash: Buffer;
};

/** Replaces an invitation of the same address; its link is no longer valid. */
export async function upsertInvitation(db: Db, invitation: NewInvitation) {
  const values = {
    email: invitation.email,
    role: invitation.role,
    invited_by: invitation.invitedBy,
    token_hash: invitation.tokenHash,
    linked_at: sql<Date>`now()`,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(days => ${OPEN_DAYS})`,
  };
  return await db
    .insertInto("invitations")
    .values({
      ...values,
      account_id: invitation.accountId,
      id: invitation.id,
      email_key: invitation.emailKey,
    })
    .onConflict((conflict) => conflict.columns(["account_id", "email_key"]).doUpdateSet(values))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

const COLUMNS = ["id", "email", sql<Role>`role`.as("role"), "created_at", "expires_at"] as const;

export async function listInvitations({ db }: Database, accountId: string) {
  return await db
    .selectFrom("invitations")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/** Counts the open invitations of other addresses than `emailKey`. */
export async function countOtherInvitations(
  db: Db,
  { accountId, emailKey }: { accountId: string; emailKey: string },
): Promise<number> {
  const { count } = await db
    .selectFrom("invitations")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("email_key", "!=", emailKey)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Makes earlier links invalid. Null: no open invitation has this id. */
export async function updateToken(
  db: Db,
  { accountId, id, tokenHash, invitedBy }: InvitationKey & { tokenHash: Buffer; invitedBy: string },
) {
  const query = db
    .updateTable("invitations")
    .set({ token_hash: tokenHash, invited_by: invitedBy, linked_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(COLUMNS);
  return (await query.executeTakeFirst()) ?? null;
}

type InvitationKey = { accountId: string; id: string };

/** Returns the address, or null if the account has no such invitation. */
export async function deleteInvitation(db: Db, { accountId, id }: InvitationKey): Promise<string | null> {
  const query = db
    .deleteFrom("invitations")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returning("email");
  return (await query.executeTakeFirst())?.email ?? null;
}

/** A member who may no longer invite must not come back, or let others in, by an earlier link. */
export async function deleteInvitationsBy(
  db: Db,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<void> {
  await db
    .deleteFrom("invitations")
    .where("account_id", "=", accountId)
    .where("invited_by", "=", personId)
    .execute();
}

/** Returns the invitation of a link. Null for a link that was used or replaced, and for an invitation that is no longer open. */
export async function findInvitation({ db }: Database, tokenHash: Buffer) {
  const query = db
    .selectFrom("invitations as invitation")
    .innerJoin("accounts as account", "account.id", "invitation.account_id")
    .leftJoin("people as person", "person.email_key", "invitation.email_key")
    .select([
      "invitation.account_id",
      "invitation.id",
      "invitation.email",
      "invitation.email_key",
      "account.name as account_name",
      sql<Role>`invitation.role`.as("role"),
      sql<boolean>`person.id IS NOT NULL`.as("is_registered"),
      sql<boolean>`invitation.linked_at < now() - make_interval(mins => ${LINK_MINUTES})`.as("is_link_old"),
    ])
    .where("invitation.token_hash", "=", tokenHash)
    .where("invitation.expires_at", ">", sql<Date>`now()`);
  return (await query.executeTakeFirst()) ?? null;
}

/** Uses a link up. Null if another request has used it, or it was replaced or revoked. */
export async function takeInvitation(db: Db, tokenHash: Buffer): Promise<{ role: Role } | null> {
  const query = db
    .deleteFrom("invitations")
    .where("token_hash", "=", tokenHash)
    .returning(sql<Role>`role`.as("role"));
  return (await query.executeTakeFirst()) ?? null;
}

/** Deletes expired invitations of all accounts. */
export async function deleteExpiredInvitations({ db }: Database): Promise<void> {
  await db.deleteFrom("invitations").where("expires_at", "<=", sql<Date>`now()`).execute();
}
