import type { TSchema } from "typebox";
import type { FieldError } from "../../errors/index.ts";

/** The keywords of JSON Schema that bound how much a validator has to look at. */
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
 * Arrays and objects that are larger than their schema allows. A validator that is asked for all problems looks at every element
 * of them and describes each; these are found by their lengths alone, before it is asked.
 */
export function findOversized(schema: TSchema, value: unknown): FieldError[] {
  const problems: FieldError[] = [];
  look(schema as Sized, { value, path: "", problems });
  return problems;
}

type Place = { value: unknown; path: string; problems: FieldError[] };

function look(schema: Sized, place: Place): void {
  const { value } = place;
  if (typeof value !== "object" || value === null) return;
  if (schema.anyOf) {
    // An array or an object has a branch of its own kind, or none.
    for (const branch of schema.anyOf) if (isKind(branch, value)) look(branch, place);
  } else if (Array.isArray(value)) lookAtArray(schema, { ...place, value });
  else lookAtObject(schema, { ...place, value: value as Record<string, unknown> });
}

function isKind(schema: Sized, value: object): boolean {
  const isForArrays = schema.items !== undefined || schema.maxItems !== undefined;
  return isForArrays === Array.isArray(value);
}

function lookAtArray(schema: Sized, { value, path, problems }: Place & { value: unknown[] }): void {
  if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) {
    problems.push({ path, message: `must have at most ${schema.maxItems} entries` });
  } else if (schema.items) {
    for (const [index, item] of value.entries())
      if (typeof item === "object") look(schema.items, { value: item, path: `${path}[${index}]`, problems });
  }
}

/** A few of them help to find a mistake; a hundred thousand are none. */
const mostUnknown = 64;

function lookAtObject(
  schema: Sized,
  { value, path, problems }: Place & { value: Record<string, unknown> },
): void {
  const { properties = {}, patternProperties, maxProperties = Number.POSITIVE_INFINITY } = schema;
  const names = Object.keys(value);
  if (names.length > maxProperties)
    return void problems.push({ path, message: `must have at most ${maxProperties} members` });
  if (schema.additionalProperties === false && !patternProperties) {
    const most = Object.keys(properties).length + mostUnknown;
    if (names.length > most)
      return void problems.push({
        path,
        message: `has ${names.length} members, most of which are not known fields`,
      });
  }
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, name))
      look(property, { value: value[name], path: path === "" ? name : `${path}.${name}`, problems });
  }
}
