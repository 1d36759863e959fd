import type { Database } from "../../../platform/db/index.ts";
import { findAccount } from "./queries.ts";

type Account = {
  id: string;
  name: string;
  defaultFrom: string | null;
  /** How long bodies and attachments are kept after they were last needed. */
  retentionDays: number;
  createdAt: Date;
};

export async function loadAccount(database: Database, accountId: string): Promise<Account | null> {
  const row = await findAccount(database, accountId);
  if (!row) return null;
  const { id, name, default_from, retention_days, created_at } = row;
  return { id, name, defaultFrom: default_from, retentionDays: retention_days, createdAt: created_at };
}
