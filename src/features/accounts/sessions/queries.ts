/** All SQL of sessions. Whether one has expired is for the database's clock to say, which all nodes share. */
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import { sessionSeconds } from "./cookie.ts";

export type NewSession = {
  accountId: string;
  userId: string;
  id: string;
  tokenHash: Buffer;
  ip: string;
  userAgent: string;
};

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto("sessions")
    .values({
      account_id: session.accountId,
      user_id: session.userId,
      id: session.id,
      token_hash: session.tokenHash,
      ip: session.ip,
      user_agent: session.userAgent,
      expires_at: sql<Date>`now() + make_interval(secs => ${sessionSeconds})`,
    })
    .execute();
}

export type Session = {
  accountId: string;
  userId: string;
  id: string;
  seenLongAgo: boolean;
  user: { email: string; name: string | null };
  mustChangePassword: boolean;
};

export async function findSessionsByTokens(database: Database, tokenHashes: Buffer[]): Promise<Session[]> {
  const rows = await database.db
    .selectFrom("sessions")
    .innerJoin("users", (join) =>
      join.onRef("users.account_id", "=", "sessions.account_id").onRef("users.id", "=", "sessions.user_id"),
    )
    .select([
      "sessions.account_id",
      "sessions.user_id",
      "sessions.id",
      "users.email",
      "users.name",
      "users.must_change_password",
      sql<boolean>`sessions.last_seen_at < now() - interval '1 minute'`.as("seen_long_ago"),
    ])
    .where("sessions.token_hash", "in", tokenHashes)
    .where("sessions.expires_at", ">", sql<Date>`now()`)
    .execute();
  return rows.map((row) => ({
    accountId: row.account_id,
    userId: row.user_id,
    id: row.id,
    seenLongAgo: row.seen_long_ago,
    user: { email: row.email, name: row.name },
    mustChangePassword: row.must_change_password,
  }));
}

type SessionKey = { accountId: string; id: string };

export async function touchSession(database: Database, { accountId, id }: SessionKey): Promise<void> {
  await database.db
    .updateTable("sessions")
    .set({ last_seen_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .execute();
}

type Owner = { accountId: string; userId: string };

export function listSessionsOf(database: Database, { accountId, userId }: Owner) {
  return database.db
    .selectFrom("sessions")
    .select(["id", "created_at", "expires_at", "last_seen_at", "ip", "user_agent"])
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** False if it is not theirs or not there. */
export async function deleteSession(db: Db, owner: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("account_id", "=", owner.accountId)
    .where("user_id", "=", owner.userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteSessionsExcept(db: Db, owner: Owner, id: string): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("account_id", "=", owner.accountId)
    .where("user_id", "=", owner.userId)
    .where("id", "!=", id)
    .execute();
}

export async function deleteAllSessions(db: Db, owner: Owner): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("account_id", "=", owner.accountId)
    .where("user_id", "=", owner.userId)
    .execute();
}

/** Of all accounts. */
export async function deleteExpiredSessions(database: Database): Promise<void> {
  await database.db.deleteFrom("sessions").where("expires_at", "<=", sql<Date>`now()`).execute();
}
