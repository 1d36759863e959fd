import type { ApiRequest } from "../../api-types.ts";
import type { QueryKey, QueryValues } from "../../query-text.ts";
import { knownTimes, TIME_KEYS } from "../../query-times.ts";
import { oneOf } from "../../search.ts";
import { METHODS, type RequestsSearch, requestsSearch, STATUS_CLASSES } from "./requests-search.ts";

/** An API key that can be filtered by. */
export type NamedKey = { id: number; name: string };

/** The filters of the search box. The address bar has the ID of the key, and the box its name. */
export function requestKeys(keys: readonly NamedKey[]): QueryKey[] {
  return [
    {
      name: "status",
      hint: "2xx, 3xx, 4xx or 5xx",
      read: (text) => oneOf(text.toLowerCase(), STATUS_CLASSES) ?? null,
      form: `Use ${STATUS_CLASSES.join(", ")}.`,
    },
    {
      name: "method",
      hint: "Such as POST",
      read: (text) => oneOf(text.toUpperCase(), METHODS) ?? null,
      form: `Use ${METHODS.join(", ")}.`,
    },
    { name: "path", hint: "Any part of the path" },
    {
      name: "key",
      hint: "Name or ID of an API key",
      read: (text) => readKey(text, keys),
      write: (id) => nameOf(id, keys),
      form: "Use the name or the ID of an API key.",
    },
    ...TIME_KEYS,
  ];
}

/** Every filter of the list. Filters that the box does not contain are undefined. */
export function searchOf(values: QueryValues): Omit<RequestsSearch, "cursor"> {
  const { cursor: _, ...search } = requestsSearch(values);
  return search;
}

type Known = { keys: readonly NamedKey[]; requests: readonly ApiRequest[] };

/** Values to complete, among them the paths of the requests on screen. */
export function knownValues(key: string, { keys, requests }: Known): readonly string[] {
  if (key === "status") return STATUS_CLASSES;
  if (key === "method") return METHODS;
  if (key === "after" || key === "before") return knownTimes();
  if (key === "key") return keys.map(({ id }) => nameOf(String(id), keys));
  if (key !== "path") return [];
  return [...new Set(requests.map(({ path }) => path.split("?")[0] ?? path))];
}

/** A name that two keys share, or that looks like an ID, means nothing: the ID is used. */
function nameOf(id: string, keys: readonly NamedKey[]): string {
  const key = keys.find((one) => String(one.id) === id);
  const isUnique = keys.filter(({ name }) => name === key?.name).length === 1;
  return key && isUnique && !/^\d+$/.test(key.name) ? key.name : id;
}

function readKey(text: string, keys: readonly NamedKey[]): string | null {
  if (/^[1-9]\d{0,8}$/.test(text)) return text;
  const named = keys.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  return named.length === 1 && named[0] ? String(named[0].id) : null;
}
