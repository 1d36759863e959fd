import { INSTANCE_ID } from "../instance-id.ts";
import type { Relay, RoutingTable } from "./routing-table.ts";

/**
 * The relay of mail that no rule sends elsewhere: the chosen one, otherwise the oldest enabled relay of the instance. Null: there is
 * none, or the chosen one is disabled, so that mail waits.
 */
export function defaultRelay({ relays }: RoutingTable, relayId: string | null): Relay | null {
  const usable = [...relays.values()].filter(
    ({ id, accountId, enabled }) =>
      accountId === INSTANCE_ID && enabled && (relayId === null || relayId === id),
  );
  return usable.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0] ?? null;
}
