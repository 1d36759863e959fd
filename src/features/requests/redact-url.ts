/** Longer paths are not useful in a list. */
const MAX_LENGTH = 500;
/** Parameters whose values reveal nothing personal. Any other value may be an address, a search text or a misplaced secret. */
const HARMLESS_VALUES = new Set([
  "after",
  "before",
  "created_after",
  "created_before",
  "dry_run",
  "include",
  "limit",
  "mode",
  "on_conflict",
  "order",
  "status",
  "subscribed",
]);
/** A number, a boolean, a time, or a lower-case word such as those of the API. */
const HARMLESS_VALUE = /^(?:\d{1,6}|[\d:.+TZ-]{8,40}|[a-z_]{1,24})$/;
const API_KEYS = /(ph_[0-9A-Za-z]{8})_[0-9A-Za-z]{38}/g;

/** Returns the URL as it is stored: the path and the parameter names, with values only where they are harmless. */
export function redactUrl(url: string): string {
  const mark = url.indexOf("?");
  const path = (mark < 0 ? url : url.slice(0, mark)).replace(API_KEYS, "$1_…");
  return (mark < 0 ? path : `${path}?${redactQuery(url.slice(mark + 1))}`).slice(0, MAX_LENGTH);
}

function redactQuery(query: string): string {
  return query
    .slice(0, MAX_LENGTH)
    .replace(API_KEYS, "$1_…")
    .split("&")
    .map((pair) => {
      const [name = "", value] = pair.split("=", 2);
      if (value === undefined) return name;
      return HARMLESS_VALUES.has(name) && HARMLESS_VALUE.test(value) ? `${name}=${value}` : `${name}=…`;
    })
    .join("&");
}
