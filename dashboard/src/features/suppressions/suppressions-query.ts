import type { Suppression } from "../../api-types.ts";
import type { QueryKey, QueryValues } from "../../query-text.ts";
import { knownTimes, TIME_KEYS } from "../../query-times.ts";
import { oneOf } from "../../search.ts";
import { REASONS, SOURCE_TYPES } from "./suppression.ts";
import { type SuppressionsSearch, suppressionsSearch } from "./suppressions-search.ts";

/** The filters of the search box. The address bar uses the same names. */
export const SUPPRESSION_KEYS: readonly QueryKey[] = [
  {
    name: "reason",
    hint: "Such as hard_bounce",
    read: (text) => oneOf(text.toLowerCase(), REASONS) ?? null,
    form: `Use ${REASONS.join(", ")}.`,
  },
  {
    name: "source",
    hint: "Origin of the entry, such as import",
    read: (text) => oneOf(text.toLowerCase(), SOURCE_TYPES) ?? null,
    form: `Use ${SOURCE_TYPES.join(", ")}.`,
  },
  { name: "domain", hint: "The whole domain" },
  {
    name: "reply",
    hint: "Text or host of the reply, or 5.1.0",
    read: (text) => (text.trim().length >= 3 && /[\p{L}\p{N}]/u.test(text) ? text : null),
    form: "Use at least three characters, including a letter or digit.",
  },
  ...TIME_KEYS,
];

/** Every filter of the list. Filters that the box does not contain are removed. */
export function searchOf(values: QueryValues): Omit<SuppressionsSearch, "cursor"> {
  const { cursor: _, ...search } = suppressionsSearch(values);
  return search;
}

/** Values to complete, among them the domains and replies of the suppressions on screen. */
export function knownValues(key: string, suppressions: readonly Suppression[]): readonly string[] {
  if (key === "reason") return REASONS;
  if (key === "source") return SOURCE_TYPES;
  if (key === "after" || key === "before") return knownTimes();
  if (key === "domain") return unique(suppressions.map(({ address }) => address.split("@").at(-1) ?? null));
  if (key !== "reply") return [];
  return unique(suppressions.flatMap(({ reply }) => [reply?.status ?? null, reply?.host ?? null]));
}

function unique(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
