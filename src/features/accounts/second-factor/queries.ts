/** All SQL of second factors. */
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";

export type Authenticator = {
  secret_sealed: Buffer;
  confirmed_at: Date | null;
  used_step: number;
  /** The database's time in milliseconds since 1970: the clock of a node may be wrong. */
  nowMs: number;
};

/** Locks the row until the transaction ends, so that of two requests with one code only one is accepted. */
export async function lockAuthenticator(db: Db, personId: string): Promise<Authenticator | null> {
  const row = await db
    .selectFrom("authenticators")
    .select(["secret_sealed", "confirmed_at", sql<string>`used_step`.as("used_step")])
    .select(sql<number>`extract(epoch FROM clock_timestamp())::float8 * 1000`.as("nowMs"))
    .where("person_id", "=", personId)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, used_step: Number(row.used_step) } : null;
}

export async function hasSecondFactor(db: Db, personId: string): Promise<boolean> {
  const query = db
    .selectFrom("authenticators")
    .select("person_id")
    .where("person_id", "=", personId)
    .where("confirmed_at", "is not", null);
  return (await query.executeTakeFirst()) !== undefined;
}

export type SecondFactorState = { confirmed_at: Date; codes_left: number };

/** Null if the person has none, or has not confirmed it. */
export async function loadSecondFactor(
  { db }: Database,
  personId: string,
): Promise<SecondFactorState | null> {
  const row = await db
    .selectFrom("authenticators as a")
    .select(["a.confirmed_at"])
    .select(
      sql<number>`(SELECT count(*)::integer FROM recovery_codes c WHERE c.person_id = a.person_id)`.as(
        "codes_left",
      ),
    )
    .where("a.person_id", "=", personId)
    .executeTakeFirst();
  return row?.confirmed_at ? { confirmed_at: row.confirmed_at, codes_left: row.codes_left } : null;
}

/** Replaces an authenticator that is not confirmed. Returns false if there is a confirmed one. */
export async function upsertPendingAuthenticator(
  db: Db,
  personId: string,
  secretSealed: Buffer,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("authenticators")
    .values({ person_id: personId, secret_sealed: secretSealed })
    .onConflict((conflict) =>
      conflict
        .column("person_id")
        .doUpdateSet({ secret_sealed: secretSealed, used_step: 0, created_at: sql`now()` })
        .where("authenticators.confirmed_at", "is", null),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Stores the time step of an accepted code. */
export async function acceptStep(db: Db, personId: string, step: number): Promise<void> {
  await db.updateTable("authenticators").set({ used_step: step }).where("person_id", "=", personId).execute();
}

/** From now on, sign-in asks for a code. */
export async function markConfirmed(db: Db, personId: string): Promise<void> {
  await db
    .updateTable("authenticators")
    .set({ confirmed_at: sql`now()` })
    .where("person_id", "=", personId)
    .execute();
}

export async function replaceRecoveryCodes(db: Db, personId: string, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom("recovery_codes").where("person_id", "=", personId).execute();
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ person_id: personId, code_hash })))
    .execute();
}

/** Returns false if there is no such code. */
export async function takeRecoveryCode(db: Db, personId: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("recovery_codes")
    .where("person_id", "=", personId)
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Also deletes the recovery codes. Returns false if the person has no confirmed authenticator. */
export async function deleteAuthenticator(db: Db, personId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("authenticators")
    .where("person_id", "=", personId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
