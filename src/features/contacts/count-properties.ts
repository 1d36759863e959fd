import { sql } from "kysely";
import type { Database } from "../../platform/db/index.ts";

/** The newest contacts, whose properties are those in use. Reading them takes milliseconds in an account of any size. */
const EXAMINED_CONTACTS = 2_000;
const MAX_PROPERTIES = 50;

/** Returns the names of the properties that most of the newest contacts have, most used first. */
export async function countProperties(
  { db }: Database,
  accountId: string,
): Promise<{ name: string; contacts: number }[]> {
  const { rows } = await sql<{ name: string; contacts: number }>`
    SELECT name, count(*)::integer AS contacts
    FROM (
      SELECT properties FROM contacts WHERE account_id = ${accountId} ORDER BY id DESC LIMIT ${EXAMINED_CONTACTS}
    ) newest, jsonb_object_keys(properties) AS name
    GROUP BY name ORDER BY contacts DESC, name LIMIT ${MAX_PROPERTIES}`.execute(db);
  return rows;
}
