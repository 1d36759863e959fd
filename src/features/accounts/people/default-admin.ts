import { sql } from "kysely";
import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";
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

/** Advisory lock, a number that no other lock of this program uses. With it, nodes that start at once create one admin. */
const FIRST_LAUNCH_LOCK = 7_263_002;

/** Runs on the first launch of a self-hosted instance, while no person exists. The admin must change its password before anything else. */
export async function ensureDefaultAdmin(database: Database, config: Config): Promise<{ created: boolean }> {
  if (!config.hasDefaultAdmin || (await anyPersonExists(database.db))) return { created: false };
  const passwordHash = await hashPassword(config.defaultAdminPassword);
  return await database.db.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock(${FIRST_LAUNCH_LOCK})`.execute(db);
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
