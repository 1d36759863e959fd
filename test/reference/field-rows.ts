import type { Schema } from "./api-operation.ts";

const MAX_DEPTH = 3;

/** A row for each field of an object, and for the fields of the objects in it, as name, type and meaning. */
export function fieldRows(
  schema: Schema,
  options: { marksRequired: boolean },
  prefix = "",
  depth = 1,
): string[][] {
  const rows: string[][] = [];
  for (const object of objectsOf(schema))
    for (const [name, field] of Object.entries(object.properties ?? {})) {
      const path = prefix + name;
      if (rows.some(([known]) => known === code(path))) continue;
      const isRequired = options.marksRequired && (object.required?.includes(name) ?? false);
      rows.push([code(path), typeOf(field), meaningOf(field, isRequired)]);
      if (depth < MAX_DEPTH) rows.push(...nestedRows(field, options, path, depth));
    }
  return rows;
}

function nestedRows(
  field: Schema,
  options: { marksRequired: boolean },
  path: string,
  depth: number,
): string[][] {
  const items = [field, ...(field.anyOf ?? [])].find(({ type }) => type === "array")?.items;
  // An address as an object is explained by its description.
  if (field.description?.includes("{ email, name }") || path.match(/(^|\.)(to|cc|bcc|reply_to)$/)) return [];
  return items
    ? fieldRows(items, options, `${path}[].`, depth + 1)
    : fieldRows(field, options, `${path}.`, depth + 1);
}

function objectsOf(schema: Schema): Schema[] {
  return [schema, ...(schema.anyOf ?? []).flatMap(objectsOf)].filter(({ properties }) => properties);
}

export function typeOf(schema: Schema): string {
  const { anyOf, type, format, items } = schema;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(", ");
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (format === "date-time") return "time";
  if (format === "uuid") return "id";
  if (type === "array") return items ? `array of ${typeOf(items)}` : "array";
  return type ?? "any";
}

export function meaningOf(schema: Schema, isRequired: boolean): string {
  const fallback = schema.default === undefined ? "" : `Default: ${code(JSON.stringify(schema.default))}.`;
  return [isRequired ? "**Required.**" : "", schema.description ?? "", fallback]
    .filter(Boolean)
    .join(" ")
    .replaceAll(/\s*\n\s*/g, " ");
}

function code(text: string): string {
  return `\`${text}\``;
}
