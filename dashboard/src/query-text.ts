import { someOf } from "./search.ts";

/** The language of a list's search box: `to:ada status:bounced tag:kind=invoice words`, with quotes around values that contain spaces. */

export type QueryKey = {
  name: string;
  /** Shown while completing. */
  hint: string;
  /** Several values are joined with commas. */
  isList?: boolean;
  /** Returns the value as the URL has it, or null if it is invalid. */
  read?: (value: string) => string | null;
  /** The inverse of `read`. */
  write?: (value: string) => string;
  /** The form of a valid value. */
  form?: string;
};

/** A filter that takes one or several of a few values. */
export function choiceKey(name: string, hint: string, values: readonly string[]): QueryKey {
  return {
    ...{ name, hint, isList: true },
    read: (text) => someOf(text.toLowerCase(), values) ?? null,
    form: `Use ${values.join(", ")}.`,
  };
}

export type QueryValues = Record<string, string | undefined>;

export type ParsedQuery = {
  /** By key. The words without a key are under `search`. */
  values: QueryValues;
  /** One sentence each. */
  problems: string[];
};

type Token = { key: string | null; value: string; text: string };

// A key with its value, a quoted text, or a word. Inside quotes, a backslash comes before a quote or a backslash. A quote that is
// never closed ends with the text.
const IN_QUOTES = String.raw`"((?:[^"\\]|\\.)*)(?:"|\\?$)`;
const TOKEN = new RegExp(String.raw`([a-z_]+):(?:${IN_QUOTES}|([^\s"]\S*))|${IN_QUOTES}|(\S+)`, "giu");

/** Reads the text of a search box. Invalid parts are left out and reported. */
export function parseQuery(text: string, keys: readonly QueryKey[]): ParsedQuery {
  const values: QueryValues = {};
  const words: string[] = [];
  const problems: string[] = [];
  for (const token of tokensOf(text)) {
    const key = keys.find(({ name }) => name === token.key);
    if (key) readValue(key, token.value, { values, problems });
    else if (!isBareKey(token.text, keys)) words.push(token.key === null ? token.value : token.text);
    if (!key && token.key !== null)
      problems.push(
        `Unknown filter “${token.key}:”, so its text is searched. Filters: ${keys.map(({ name }) => name).join(", ")}.`,
      );
  }
  const search = words.join(" ").trim();
  return { values: search === "" ? values : { ...values, search }, problems };
}

/** The text of a search box that has these values. */
export function formatQuery(values: QueryValues, keys: readonly QueryKey[]): string {
  const parts = keys.flatMap(({ name, isList = false, write = String }) => {
    const value = values[name];
    if (!value) return [];
    return (isList ? value.split(",") : [value]).map((one) => `${name}:${quoted(write(one))}`);
  });
  const { search } = values;
  const isSafe = ({ key, text }: Token) => key === null && !text.includes('"') && !isBareKey(text, keys);
  return [...parts, ...(search ? [tokensOf(search).every(isSafe) ? search : quoted(search, true)] : [])].join(
    " ",
  );
}

/** The part of the text that the caret is in: from the last space outside of quotes. */
export function wordAt(text: string, caret: number): { start: number; key: string | null; value: string } {
  const before = text.slice(0, caret);
  let start = 0;
  let isQuoted = false;
  // By UTF-16 unit, as the caret is counted.
  for (let index = 0; index < before.length; index++) {
    const character = before.charAt(index);
    if (character === '"' && before[index - 1] !== "\\") isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(character)) start = index + 1;
  }
  const word = before.slice(start);
  const found = /^([a-z_]+):"?(.*)$/iu.exec(word);
  return { start, key: found?.[1]?.toLowerCase() ?? null, value: found?.[2] ?? word };
}

export function quoted(value: string, always = false): string {
  return always || /[\s"]/.test(value) || value === "" ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(([whole, key, inQuotes, plain, phrase, word]) => ({
    key: key?.toLowerCase() ?? null,
    value: plain ?? word ?? (inQuotes ?? phrase ?? "").replace(/\\(.)/g, "$1"),
    text: whole,
  }));
}

/** `to:` without a value, which the user is about to type. */
function isBareKey(text: string, keys: readonly QueryKey[]): boolean {
  return keys.some(({ name }) => `${name}:` === text.toLowerCase());
}

function readValue(key: QueryKey, value: string, { values, problems }: ParsedQuery): void {
  if (value.trim() === "") return;
  const one = key.read ? key.read(value) : value;
  const earlier = values[key.name];
  if (one === null) problems.push(`“${value}” is not a valid value of ${key.name}. ${key.form ?? ""}`.trim());
  else if (key.isList && earlier !== undefined)
    values[key.name] = [...new Set([...earlier.split(","), ...one.split(",")])].join(",");
  else {
    if (earlier !== undefined) problems.push(`Only the last ${key.name}: is used.`);
    values[key.name] = one;
  }
}
