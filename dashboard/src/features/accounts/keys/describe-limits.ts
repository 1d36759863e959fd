import type { ApiKey } from "../../../api-types.ts";

type Limits = Pick<ApiKey, "from_domains" | "networks" | "daily_limit" | "long_lines">;

/** A key's limits, briefly. Its expiry is shown with its status. */
export function describeLimits({ from_domains, networks, daily_limit, long_lines }: Limits): string[] {
  return [
    ...few(from_domains, "domains", "from"),
    ...few(networks, "networks", "at"),
    ...(daily_limit === null ? [] : [`${daily_limit.toLocaleString("en")} per day`]),
    ...(long_lines === "refuse" ? ["rejects long lines"] : []),
  ];
}

/** Names one item, counts several. */
function few(items: string[] | null, noun: string, preposition: string): string[] {
  if (items === null) return [];
  return [items.length === 1 ? `${preposition} ${items[0]}` : `${preposition} ${items.length} ${noun}`];
}
