import type { TSchema } from "typebox";

type ObjectSchema = { properties?: Record<string, TSchema & { type?: string; default?: unknown }> };

/**
 * Query strings and path parameters are text. Where the schema requires a number or a boolean, exactly one spelling of it is
 * converted (`7`, not `07`, `7.0`, `0x7` or ` 7`). Any other spelling stays text and fails validation. Defaults are filled
 * in.
 */
export function coerceText(schema: TSchema, input: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = { ...(input as Record<string, unknown>) };
  const properties = (schema as ObjectSchema).properties ?? {};
  for (const [name, property] of Object.entries(properties)) {
    const value = values[name];
    if (value === undefined && property.default !== undefined) values[name] = property.default;
    if (typeof value === "string") values[name] = coerce(property.type, value);
  }
  return values;
}

function coerce(type: string | undefined, text: string): unknown {
  if (type === "integer" && /^(0|-?[1-9]\d{0,14})$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
