import { sql } from "kysely";
import type { Config } from "../../../config.ts";
import { ADVISORY_LOCKS, type Database } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { hashPassword, verifyPassword } from "../passwords/hash-password.ts";
import {
  anyPersonExists,
  clearOperatorAccount,
  findPersonByEmail,
  insertAccountWithOwner,
  listUnchangedOperators,
} from "./queries.ts";
import { emailKeyOf } from "./read-address.ts";

/** Runs on the first launch of a self-hosted instance, while no person exists. The admin must change its password before anything else. */
export async function ensureDefaultAdmin(database: Database, config: Config): Promise<{ created: boolean }> {
  if (!config.hasDefaultAdmin || (await anyPersonExists(database.db))) return { created: false };
  const passwordHash = await hashPassword(config.defaultAdminPassword);
  return await database.db.transaction().execute(async (db) => {
    // Nodes that start at the same time create one admin.
    await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.firstLaunch})`.execute(db);
    if (await anyPersonExists(db)) return { created: false };
    await clearOperatorAccount(db);
    await insertAccountWithOwner(db, {
      accountId: newId(),
      personId: newId(),
      accountName: "Posthouse",
      email: config.defaultAdminEmail,
      emailKey: emailKeyOf(config.defaultAdminEmail),
      name: null,
      passwordHash,
      mustChangePassword: true,
      isOperator: true,
    });
    return { created: true };
  });
}

/** The documented one works on an instance whose DEFAULT_ADMIN_… were set only after its first start. */
const DOCUMENTED_PASSWORD = "posthouse";

/** Returns the address of the first admin if a first password still works, also after DEFAULT_ADMIN_EMAIL has changed. */
export async function findDefaultPassword(database: Database, config: Config): Promise<string | null> {
  for (const { email, password_hash: hash } of await listUnchangedOperators(database))
    for (const password of new Set([config.defaultAdminPassword, DOCUMENTED_PASSWORD]))
      if (await verifyPassword(hash, password)) return email;
  return null;
}

/** Whether the documented password still works on this instance. */
export async function defaultPasswordStands(database: Database, config: Config): Promise<boolean> {
  const admin = await findPersonByEmail(database, emailKeyOf(config.defaultAdminEmail));
  if (!admin?.must_change_password) return false;
  return await verifyPassword(admin.password_hash, config.defaultAdminPassword);
}
