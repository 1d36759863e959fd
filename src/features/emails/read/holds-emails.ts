import type { Database } from "../../../platform/db/index.ts";

/** Whether any account has an email. Intentionally not limited to one account. */
export async function holdsEmails({ db }: Database): Promise<boolean> {
  const row = await db.selectFrom("emails").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}
