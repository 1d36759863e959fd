import type { Database } from "../../../platform/db/index.ts";
import { findAccount } from "./queries.ts";

type Account = { id: string; name: string; defaultFrom: string | null; createdAt: Date };

export async function loadAccount(database: Database, accountId: string): Promise<Account | null> {
  const row = await findAccount(database, accountId);
  return row && { id: row.id, name: row.name, defaultFrom: row.default_from, createdAt: row.created_at };
}
