import { errors } from "../../errors/index.ts";

/**
 * The limit per object. Real requests are far below it. Validating and copying an object of 50,000 members takes longer than
 * parsing it.
 */
const MAX_MEMBERS_OF_OBJECT = 5_000;

/**
 * Counts the members of all objects in a parsed value. Throws an AppError for values that every route would refuse.
 * Building paths of values costs more than everything else here, so only an error builds one.
 */
export function inspectJson(value: unknown): number {
  const members = countMembers(value);
  if (members === null) throw firstErrorIn(value, "");
  return members;
}

/** @returns null when something in the value is invalid */
function countMembers(value: unknown): number | null {
  if (typeof value !== "object" || value === null) return errorIn(value) === null ? 0 : null;
  let members = 0;
  if (Array.isArray(value)) {
    for (const element of value) {
      const inside = countMembers(element);
      if (inside === null) return null;
      members += inside;
    }
    return members;
  }
  const keys = Object.keys(value);
  if (keys.length > MAX_MEMBERS_OF_OBJECT)
    throw errors.body_too_large(
      `An object of the body has more than ${MAX_MEMBERS_OF_OBJECT.toLocaleString("en-US")} members. Send fewer.`,
    );
  for (const key of keys) {
    const member = (value as Record<string, unknown>)[key];
    if (reachesPrototype(key, member) || errorIn(key) !== null) return null;
    const inside = countMembers(member);
    if (inside === null) return null;
    members += 1 + inside;
  }
  return members;
}

/** The first error, in the order of `countMembers`. */
function firstErrorIn(value: unknown, path: string): Error | null {
  const message = errorIn(value);
  if (message !== null) return problem(path, message);
  if (typeof value !== "object" || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value) && reachesPrototype(key, member))
      return errors.malformed_request(`The body must not have a field named ${key}.`);
    const keyError = errorIn(key);
    if (keyError !== null) return problem(path, keyError);
    const found = firstErrorIn(member, pathOf(value, { path, key }));
    if (found) return found;
  }
  return null;
}

function pathOf(value: object, { path, key }: { path: string; key: string }): string {
  if (Array.isArray(value)) return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** True for members that would change the prototype of an object to which they are copied. */
function reachesPrototype(key: string, member: unknown): boolean {
  if (key === "__proto__") return true;
  if (key !== "constructor" || typeof member !== "object" || member === null) return false;
  return Object.hasOwn(member, "prototype");
}

/** Throws when the text cannot be stored. */
export function inspectText(text: string, path: string): void {
  const message = errorIn(text);
  if (message !== null) throw problem(path, message);
}

function errorIn(value: unknown): string | null {
  if (typeof value === "string") return errorInText(value);
  return typeof value === "number" ? errorInNumber(value) : null;
}

/**
 * PostgreSQL's text cannot contain NUL, and half a surrogate pair cannot be encoded in UTF-8. Both would be lost, or fail
 * later.
 */
function errorInText(text: string): string | null {
  if (text.includes("\0")) return "must not contain a NUL character";
  return text.isWellFormed() ? null : "contains half of a surrogate pair, which is not a valid character";
}

/** JSON.parse rounds silently: 1e400 becomes Infinity, and 9007199254740993 another number. */
function errorInNumber(value: number): string | null {
  if (!Number.isFinite(value)) return "is out of the range of numbers";
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return "is an integer of more than 53 bits; send it as a string";
  return null;
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path || "The body"} ${message}.`, { fields: [{ path, message }] });
}
