/** Longer paths are of no use in a list. */
const maxLength = 500;
/** Values that say nothing of anybody. What is not here may be an address, a search or a secret in the wrong place. */
const harmlessValues = new Set([
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
/** A number, a truth, a time, or a word of the API's own. */
const harmlessValue = /^(?:\d{1,6}|[\d:.+TZ-]{8,40}|[a-z_]{1,24})$/;
const apiKeys = /(ph_[0-9A-Za-z]{8})_[0-9A-Za-z]{38}/g;

/** A URL as it may be kept: the path, and the names of its query; values only where they are harmless. */
export function redactUrl(url: string): string {
  const mark = url.indexOf("?");
  const path = (mark < 0 ? url : url.slice(0, mark)).replace(apiKeys, "$1_…");
  return (mark < 0 ? path : `${path}?${redactQuery(url.slice(mark + 1))}`).slice(0, maxLength);
}

function redactQuery(query: string): string {
  return query
    .slice(0, maxLength)
    .replace(apiKeys, "$1_…")
    .split("&")
    .map((pair) => {
      const [name = "", value] = pair.split("=", 2);
      if (value === undefined) return name;
      return harmlessValues.has(name) && harmlessValue.test(value) ? `${name}=${value}` : `${name}=…`;
    })
    .join("&");
}
