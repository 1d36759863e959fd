import type { Database } from "../../../platform/db/index.ts";
import { readIdRange } from "../../../platform/http/index.ts";
import type { DeliveryFilterQuery } from "../http/delivery-schema.ts";
import type { DeliveryFilter } from "./queries.ts";
import { searchDeliveries } from "./search-deliveries.ts";

/** Error: `validation_failed`. */
export async function readFilter(
  database: Database,
  log: { accountId: string; webhookId: string },
  query: DeliveryFilterQuery,
): Promise<DeliveryFilter> {
  return {
    ...log,
    ...readIdRange(query),
    state: query.state ?? null,
    type: query.type ?? null,
    eventIds: await searchDeliveries(database, log, query),
  };
}
