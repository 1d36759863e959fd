import type { WebhookDelivery } from "../../../api-types.ts";
import type { QueryKey, QueryValues } from "../../../query-text.ts";
import { knownTimes, TIME_KEYS } from "../../../query-times.ts";
import { oneOf } from "../../../search.ts";
import { ALL_TYPES } from "../webhook-types.ts";
import { type DeliveriesSearch, deliveriesSearch, STATES } from "./deliveries-search.ts";

/** The filters of the search box. The address bar uses the same names. */
export const DELIVERY_KEYS: readonly QueryKey[] = [
  {
    name: "state",
    hint: "pending, succeeded or failed",
    read: (text) => oneOf(text.toLowerCase(), STATES) ?? null,
    form: `Use ${STATES.join(", ")}.`,
  },
  {
    name: "type",
    hint: "Such as email.bounced",
    read: (text) =>
      oneOf(text.toLowerCase(), ALL_TYPES) ?? oneOf(`email.${text.toLowerCase()}`, ALL_TYPES) ?? null,
    form: "Use a type such as email.bounced.",
  },
  ...TIME_KEYS,
];

/** Every filter of the log. Filters that the box does not contain are undefined. */
export function searchOf(values: QueryValues): Omit<DeliveriesSearch, "cursor"> {
  const { cursor: _, ...search } = deliveriesSearch(values);
  return search;
}

/** Values to complete. */
export function knownValues(key: string, deliveries: readonly WebhookDelivery[]): readonly string[] {
  if (key === "state") return STATES;
  if (key === "after" || key === "before") return knownTimes();
  if (key !== "type") return [];
  return [...new Set([...deliveries.map(({ type }) => type), ...ALL_TYPES])];
}
