import type { Database } from "../../platform/db/index.ts";
import type { KeyView } from "./http/schema.ts";
import { presentKey } from "./present-key.ts";
import { listKeyRows } from "./queries.ts";

/** The keys of an account that are not revoked, newest first. */
export async function listKeys(database: Database, accountId: string): Promise<KeyView[]> {
  return (await listKeyRows(database, accountId)).map(presentKey);
}
