import type { Database } from "../../platform/db/index.ts";
import { selectSuppressed } from "./queries.ts";
import type { ReasonForNoMail, Stream } from "./suppression.ts";

/** Returns the address keys (from compareKey) that currently get no mail of the stream, each with its reason. */
export async function findSuppressed(
  database: Database,
  query: { accountId: string; addressKeys: string[]; stream: Stream },
): Promise<Map<string, ReasonForNoMail>> {
  const rows = await selectSuppressed(database, query);
  return new Map(rows.map(({ address_key, reason }) => [address_key, reason]));
}
