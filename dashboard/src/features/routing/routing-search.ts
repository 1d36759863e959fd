import { oneOf } from "../../search.ts";
import { OWNERS, type Owner } from "./routing.ts";

/** The scope, in the address bar; the default is the account. */
export type RoutingSearch = {
  of?: Owner | undefined;
};

export function routingSearch(search: Record<string, unknown>): RoutingSearch {
  return { of: oneOf(search.of, OWNERS) };
}
