/** Search parameters are plain strings: `?q=123` stays text, and people can read and type links.
 * The router's default encodes every value as JSON.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** Returns a non-empty text parameter, for `validateSearch`. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the parameter if it is an allowed value, for `validateSearch`. */
export function oneOf<const T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((word) => word === value);
}

/** Returns the words of a parameter, separated by commas, if all are allowed values, for `validateSearch`. */
export function someOf(value: unknown, allowed: readonly string[]): string | undefined {
  const words = (textOf(value) ?? "").split(",").filter(Boolean);
  return words.length > 0 && words.every((word) => allowed.includes(word)) ? words.join(",") : undefined;
}
