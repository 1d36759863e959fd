import type { Database } from "../../../platform/db/index.ts";

/** Whether anybody has sent anything. Across accounts by intent. */
export async function holdsEmails({ db }: Database): Promise<boolean> {
  const row = await db.selectFrom("emails").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}
