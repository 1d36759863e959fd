import { oneOf } from "../../search.ts";
import { OWNERS, type Owner } from "./routing.ts";

/** Whose routes are shown, as it stands in the address bar; absent: the account's. */
export type RoutingSearch = {
  of?: Owner | undefined;
};

export function routingSearch(search: Record<string, unknown>): RoutingSearch {
  return { of: oneOf(search.of, OWNERS) };
}
