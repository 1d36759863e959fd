import type { TSchema } from "typebox";
import type { FieldError } from "../../errors/index.ts";

/** The JSON Schema keywords that limit the work of a validator. */
type Sized = {
  anyOf?: Sized[];
  items?: Sized;
  maxItems?: number;
  properties?: Record<string, Sized>;
  patternProperties?: Record<string, Sized>;
  maxProperties?: number;
  additionalProperties?: unknown;
};

/**
 * Finds arrays and objects that are larger than their schema allows. A validator that reports all errors checks and
 * describes every element, so these are found first, by their lengths alone.
 */
export function findOversized(schema: TSchema, value: unknown): FieldError[] {
  const problems: FieldError[] = [];
  inspect(schema as Sized, { value, path: "", problems });
  return problems;
}

type Place = { value: unknown; path: string; problems: FieldError[] };

function inspect(schema: Sized, place: Place): void {
  const { value } = place;
  if (typeof value !== "object" || value === null) return;
  if (schema.anyOf) {
    // A union has at most one branch for arrays and one for objects.
    for (const branch of schema.anyOf) if (isKind(branch, value)) inspect(branch, place);
  } else if (Array.isArray(value)) inspectArray(schema, { ...place, value });
  else inspectObject(schema, { ...place, value: value as Record<string, unknown> });
}

function isKind(schema: Sized, value: object): boolean {
  const isForArrays = schema.items !== undefined || schema.maxItems !== undefined;
  return isForArrays === Array.isArray(value);
}

function inspectArray(schema: Sized, { value, path, problems }: Place & { value: unknown[] }): void {
  if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) {
    problems.push({ path, message: `must have at most ${schema.maxItems} entries` });
  } else if (schema.items) {
    for (const [index, item] of value.entries())
      if (typeof item === "object")
        inspect(schema.items, { value: item, path: `${path}[${index}]`, problems });
  }
}

/** Up to this number, unknown fields are reported by name. A longer list would not help to find the mistake. */
const MAX_UNKNOWN = 64;

function inspectObject(
  schema: Sized,
  { value, path, problems }: Place & { value: Record<string, unknown> },
): void {
  const { properties = {}, patternProperties, maxProperties = Number.POSITIVE_INFINITY } = schema;
  const names = Object.keys(value);
  if (names.length > maxProperties)
    return void problems.push({ path, message: `must have at most ${maxProperties} members` });
  if (schema.additionalProperties === false && !patternProperties) {
    const maxNames = Object.keys(properties).length + MAX_UNKNOWN;
    if (names.length > maxNames)
      return void problems.push({
        path,
        message: `has ${names.length} members, most of which are not known fields`,
      });
  }
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, name))
      inspect(property, { value: value[name], path: path === "" ? name : `${path}.${name}`, problems });
  }
}
