/** All SQL of sessions; accounts owns `people`. Expiry is decided by the database's clock, which all nodes share. */
import { sql } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";
import { SESSION_SECONDS } from "./cookie.ts";
import type { Role } from "./role.ts";

export type NewSession = {
  accountId: string;
  personId: string;
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
      person_id: session.personId,
      id: session.id,
      token_hash: session.tokenHash,
      ip: session.ip,
      user_agent: session.userAgent,
      expires_at: sql<Date>`now() + make_interval(secs => ${SESSION_SECONDS})`,
    })
    .execute();
}

export type Session = {
  accountId: string;
  personId: string;
  id: string;
  seenLongAgo: boolean;
  person: { email: string; name: string | null };
  role: Role;
  mustChangePassword: boolean;
};

export async function findSessionsByTokens(database: Database, tokenHashes: Buffer[]): Promise<Session[]> {
  const rows = await database.db
    .selectFrom("sessions")
    .innerJoin("people", "people.id", "sessions.person_id")
    .innerJoin("memberships as member", (join) =>
      join
        .onRef("member.account_id", "=", "sessions.account_id")
        .onRef("member.person_id", "=", "sessions.person_id"),
    )
    .select([
      "sessions.account_id",
      "sessions.person_id",
      "sessions.id",
      "people.email",
      "people.name",
      "people.must_change_password",
      sql<Role>`member.role`.as("role"),
      sql<boolean>`sessions.last_seen_at < now() - interval '1 minute'`.as("seen_long_ago"),
    ])
    .where("sessions.token_hash", "in", tokenHashes)
    .where("sessions.expires_at", ">", sql<Date>`now()`)
    .execute();
  return rows.map((row) => ({
    accountId: row.account_id,
    personId: row.person_id,
    id: row.id,
    seenLongAgo: row.seen_long_ago,
    person: { email: row.email, name: row.name },
    role: row.role,
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

/** Lets the session work in another account of its person. The caller has checked that the person is a member. */
export async function moveSession(db: Db, { accountId, id }: SessionKey, toAccountId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ account_id: toAccountId })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .execute();
}

export function listSessionsOf(database: Database, personId: string) {
  return database.db
    .selectFrom("sessions")
    .select(["id", "created_at", "expires_at", "last_seen_at", "ip", "user_agent"])
    .where("person_id", "=", personId)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Keeps the session from being deleted until the transaction ends. Returns false if it does not exist any more. */
export async function keepSession(db: Db, personId: string, id: string): Promise<boolean> {
  const query = db
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .forShare();
  return (await query.executeTakeFirst()) !== undefined;
}

/** Returns false if the session does not exist or belongs to another person. */
export async function deleteSession(db: Db, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteSessionsExcept(db: Db, personId: string, id: string): Promise<void> {
  await db.deleteFrom("sessions").where("person_id", "=", personId).where("id", "!=", id).execute();
}

/** Deletes the person's sessions in all accounts. */
export async function deleteAllSessions(db: Db, personId: string): Promise<void> {
  await db.deleteFrom("sessions").where("person_id", "=", personId).execute();
}

/** Deletes expired sessions of all accounts. */
export async function deleteExpiredSessions(database: Database): Promise<void> {
  await database.db.deleteFrom("sessions").where("expires_at", "<=", sql<Date>`now()`).execute();
}
