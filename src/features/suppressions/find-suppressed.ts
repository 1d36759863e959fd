import type { Database } from "../../platform/db/index.ts";
import { selectSuppressed } from "./queries.ts";
import type { Stream, SuppressionReason } from "./suppression.ts";

/** Of these addresses (as compareKey has them) the ones that get no mail of the stream now, each with the reason. */
export async function findSuppressed(
  database: Database,
  asked: { accountId: string; addressKeys: string[]; stream: Stream },
): Promise<Map<string, SuppressionReason>> {
  const rows = await selectSuppressed(database, asked);
  return new Map(rows.map(({ address_key, reason }) => [address_key, reason]));
}
