import { errors } from "../../errors/index.ts";

/** What is wrong with a parsed value that every route would have to refuse, or else how many members its objects have. */
export function inspectJson(value: unknown): number {
  return inspect(value, "");
}

function inspect(value: unknown, path: string): number {
  if (typeof value === "string") return inspectText(value, path);
  if (typeof value === "number") return inspectNumber(value, path);
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) {
    let members = 0;
    for (let index = 0; index < value.length; index += 1)
      members += inspect(value[index], `${path}[${index}]`);
    return members;
  }
  return inspectObject(value as Record<string, unknown>, path);
}

function inspectObject(value: Record<string, unknown>, path: string): number {
  const keys = Object.keys(value);
  let members = keys.length;
  for (const key of keys) {
    // These names reach into the prototype of whatever object they are copied to.
    if (key === "__proto__" || (key === "constructor" && hasPrototype(value[key])))
      throw errors.malformed_request(`The body must not have a field named ${key}.`);
    inspectText(key, path);
    members += inspect(value[key], path === "" ? key : `${path}.${key}`);
  }
  return members;
}

function hasPrototype(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");
}

/** PostgreSQL's text cannot hold NUL, and half a surrogate pair has no UTF-8: both would be lost or fail later. */
export function inspectText(text: string, path: string): 0 {
  if (text.includes("\0")) throw fault(path, "must not hold a NUL character");
  if (!text.isWellFormed()) throw fault(path, "holds half of a surrogate pair, which is no character");
  return 0;
}

/** JSON.parse rounds silently: 1e400 becomes Infinity and 9007199254740993 another number. */
function inspectNumber(value: number, path: string): 0 {
  if (!Number.isFinite(value)) throw fault(path, "is out of the range of numbers");
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw fault(path, "is an integer of more than 53 bits; send it as a string");
  return 0;
}

function fault(path: string, message: string) {
  return errors.validation_failed("A value cannot be stored as it is.", { fields: [{ path, message }] });
}
