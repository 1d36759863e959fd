import { compareKey, parseMailbox } from "../../mail/address/index.ts";
import { errors, type FieldError } from "../../platform/errors/index.ts";
import type { ContactInput } from "./http/schema.ts";

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type Properties = Record<string, JsonValue>;

/** Requested changes of a contact. Absent fields keep their values. */
export type ContactChanges = {
  email?: { address: string; key: string };
  name?: string | null;
  subscribed?: boolean;
  tracked?: boolean;
  properties?: Properties;
};

const MAX_NAME_CHARACTERS = 200;
/** Size of the JSON in UTF-8. */
export const MAX_PROPERTIES_BYTES = 16_384;
/** PostgreSQL writes numbers without an exponent, so 1e-300 would have 300 characters. */
const LEAST_NUMBER = 1e-30;

/** Reads the fields of a request. Throws `validation_failed` with every invalid field. */
export function readContactFields(input: Partial<ContactInput>): ContactChanges {
  const problems: FieldError[] = [];
  const changes: ContactChanges = {};
  if (input.email !== undefined) changes.email = readAddress(input.email, problems);
  if (input.name !== undefined) changes.name = readName(input.name, problems);
  if (input.subscribed !== undefined) changes.subscribed = input.subscribed;
  if (input.tracked !== undefined) changes.tracked = input.tracked;
  if (input.properties !== undefined) changes.properties = readProperties(input.properties, problems);
  throwIfAny(problems);
  return changes;
}

function readAddress(text: string, problems: FieldError[]): { address: string; key: string } {
  const parsed = parseMailbox(text);
  if (!parsed.ok) problems.push({ path: "email", message: parsed.reason });
  else if (parsed.mailbox.name !== null || text.trim().endsWith(">"))
    problems.push({
      path: "email",
      message: "must be the address alone, such as ada@example.com; put the name in the field name",
    });
  const address = parsed.ok ? parsed.mailbox.address : "";
  return { address, key: compareKey(address) };
}

/** A blank name becomes null. Line breaks and control characters are rejected, because the name may be used in a header. */
function readName(text: string | null, problems: FieldError[]): string | null {
  if (text === null) return null;
  const name = text.toWellFormed().trim();
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text))
    problems.push({ path: "name", message: "must not contain line breaks or control characters" });
  if ([...name].length > MAX_NAME_CHARACTERS)
    problems.push({ path: "name", message: `must have at most ${MAX_NAME_CHARACTERS} characters` });
  return name === "" ? null : name;
}

function readProperties(input: Record<string, unknown>, problems: FieldError[]): Properties {
  const properties = input as Properties;
  if (holdsTinyNumber(properties))
    problems.push({
      path: "properties",
      message: "contains a number closer to 0 than 1e-30; send it as a string",
    });
  if (propertiesBytes(properties) > MAX_PROPERTIES_BYTES)
    problems.push({ path: "properties", message: `must have at most ${MAX_PROPERTIES_BYTES} bytes as JSON` });
  return properties;
}

export function propertiesBytes(properties: Properties): number {
  return Buffer.byteLength(JSON.stringify(properties));
}

function holdsTinyNumber(value: JsonValue): boolean {
  if (typeof value === "number") return value !== 0 && Math.abs(value) < LEAST_NUMBER;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsTinyNumber);
}

function throwIfAny(problems: FieldError[]): void {
  const [first] = problems;
  if (first) throw errors.validation_failed(`${first.path}: ${first.message}`, { fields: problems });
}
