import type { Database } from "../../../platform/db/index.ts";
import { findAccount } from "./queries.ts";

type Account = {
  id: string;
  name: string;
  defaultFrom: string | null;
  /** Days that bodies and attachments are kept after they were last needed. */
  retentionDays: number;
  /** The number of days for which events are kept. Null: as long as the account exists. */
  eventRetentionDays: number | null;
  onUncertain: "retry" | "hold";
  /** Null: the default schedule. */
  retrySeconds: number[] | null;
  expireAfterSeconds: number;
  createdAt: Date;
};

export async function loadAccount(database: Database, accountId: string): Promise<Account | null> {
  const row = await findAccount(database, accountId);
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    defaultFrom: row.default_from,
    retentionDays: row.retention_days,
    eventRetentionDays: row.event_retention_days,
    onUncertain: row.on_uncertain === "hold" ? "hold" : "retry",
    retrySeconds: row.retry_seconds,
    expireAfterSeconds: row.expire_after_seconds,
    createdAt: row.created_at,
  };
}
