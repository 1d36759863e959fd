import { AppError, errors } from "../../../platform/errors/index.ts";
import { readJson } from "../../../platform/http/index.ts";
import { type ContactChanges, type Properties, readContactFields } from "../read-contact-fields.ts";
import type { Column, Meaning } from "./columns.ts";
import type { FileRow } from "./read-file.ts";

export type ImportedContact = ContactChanges & { line: number; email: NonNullable<ContactChanges["email"]> };

/** Why a row was not imported. `column` and `value` are those of the file. */
export type RowError = { line: number; column: string; value: string; message: string };

/** Enough to recognize a value, and little enough to report thousands of them. */
const MAX_SHOWN_CHARACTERS = 200;

const YES = new Set(["yes", "y", "true", "1"]);
const NO = new Set(["no", "n", "false", "0"]);

/** Reads the contact of a row. Empty cells are absent fields, so that they keep the values of an existing contact. */
export function readRow({ line, cells }: FileRow, columns: readonly Column[]): ImportedContact | RowError {
  const textOf = (meaning: Meaning) => {
    const index = columns.findIndex(({ becomes }) => becomes === meaning);
    return cells[index]?.trim() ?? "";
  };
  const name = textOf("name");
  try {
    const changes = readContactFields({
      email: textOf("email"),
      ...(name === "" ? {} : { name }),
      ...readSubscribed(textOf("subscribed"), textOf("unsubscribed")),
      ...readTracked(textOf("tracked")),
      properties: { ...readProperties(textOf("properties")), ...cellProperties(cells, columns) },
    });
    return { line, ...changes } as ImportedContact;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { path = "email", message = error.message } = error.fields?.[0] ?? {};
    return errorIn({ line, cells }, { columns, path, message });
  }
}

function readSubscribed(subscribed: string, unsubscribed: string): { subscribed?: boolean } {
  const [text, path] = subscribed === "" ? [unsubscribed, "unsubscribed"] : [subscribed, "subscribed"];
  if (text === "") return {};
  // These two words name the state, in either column.
  const word = text.toLowerCase();
  if (word === "subscribed" || word === "unsubscribed") return { subscribed: word === "subscribed" };
  return { subscribed: isYes(text, path) === (path === "subscribed") };
}

function readTracked(text: string): { tracked?: boolean } {
  return text === "" ? {} : { tracked: isYes(text, "tracked") };
}

function isYes(text: string, path: string): boolean {
  const word = text.toLowerCase();
  if (!YES.has(word) && !NO.has(word)) throw problem(path, "is neither yes nor no; use one of these words");
  return YES.has(word);
}

function readProperties(text: string): Properties {
  if (text === "" || text === "{}") return {};
  let value: unknown;
  try {
    value = readJson(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const field = error.fields?.[0];
    throw problem("properties", field ? `${field.path} ${field.message}` : NOT_AN_OBJECT);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw problem("properties", NOT_AN_OBJECT);
  return value as Properties;
}

const NOT_AN_OBJECT =
  'is not a JSON object with each name once; use the form {"plan": "pro"}, or a column for each';

/** The columns that are one property each. Their values are text: a postal code is not a number. */
function cellProperties(cells: readonly string[], columns: readonly Column[]): Properties {
  const properties: [string, string][] = [];
  for (const [index, { name, becomes }] of columns.entries()) {
    const value = becomes === "property" ? (cells[index]?.trim() ?? "") : "";
    if (value.includes("\0")) throw problem(name, "must not contain a NUL character");
    if (value !== "") properties.push([name, value]);
  }
  return Object.fromEntries(properties);
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}

type Problem = { columns: readonly Column[]; path: string; message: string };

function errorIn({ line, cells }: FileRow, { columns, path, message }: Problem): RowError {
  const index = columns.findIndex(({ name, becomes }) => (becomes === "property" ? name : becomes) === path);
  return {
    line,
    column: columns[index]?.name ?? path,
    value: shown(cells[index] ?? ""),
    message,
  };
}

/** The beginning of a value. It may end in half of a surrogate pair. */
export function shown(value: string): string {
  return value.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed();
}
