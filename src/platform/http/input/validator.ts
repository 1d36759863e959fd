import type { FastifyRouteSchemaDef } from "fastify/types/schema.js";
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/schema";
import { Settings } from "typebox/system";
import { type AppError, errors } from "../../errors/index.ts";
import { coerceText } from "./coerce-text.ts";
import { describeErrors } from "./describe-errors.ts";
import { findOversized } from "./find-oversized.ts";
import { inspectText } from "./inspect-json.ts";

/** Limits the work for a body with a million errors. Developers fix a few at a time anyway. */
Settings.Set({ maxErrors: 64 });

type Verdict = { value: unknown } | { error: Error };

/**
 * The validator of one part of one route. Uses TypeBox's own compiler, which knows every TypeBox schema and never changes
 * the value (a body is not coerced, no field is dropped). It is compiled at the route's first request, so that the server
 * starts quickly.
 */
export function validatorFor({
  schema,
  httpPart,
}: FastifyRouteSchemaDef<TSchema>): (value: unknown) => Verdict {
  let compiled: Validator | null = null;
  return (input) => {
    compiled ??= Compile(schema);
    try {
      if (httpPart === "headers") return checkHeaders(compiled, schema, input as Record<string, unknown>);
      const value = httpPart === "body" ? input : readText(schema, input);
      if (compiled.Check(value)) return { value };
      const oversized = httpPart === "body" ? findOversized(schema, value) : [];
      if (oversized.length > 0) return { error: refusal(httpPart, oversized) };
      const [, found] = compiled.Errors(value);
      return { error: refusal(httpPart, describeErrors(found)) };
    } catch (error) {
      return { error: httpPart === "params" ? refusal(httpPart, []) : (error as Error) };
    }
  };
}

/** Validates only the headers that the route declares, and returns all of them unchanged. */
function checkHeaders(compiled: Validator, schema: TSchema, input: Record<string, unknown>): Verdict {
  const known: Record<string, unknown> = {};
  for (const name of Object.keys((schema as { properties?: object }).properties ?? {}))
    if (input[name] !== undefined) known[name] = input[name];
  if (compiled.Check(known)) return { value: input };
  const [, found] = compiled.Errors(known);
  return { error: refusal("headers", describeErrors(found)) };
}

function readText(schema: TSchema, input: unknown): Record<string, unknown> {
  const values = coerceText(schema, input);
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string") inspectText(value, name);
  }
  return values;
}

const PART_NAMES = new Map([
  ["querystring", "query parameter"],
  ["headers", "header"],
]);

function refusal(httpPart: string | undefined, fields: { path: string; message: string }[]): AppError {
  // An invalid path parameter cannot name a resource.
  if (httpPart === "params")
    return errors.not_found("There is nothing at this path. See /docs for the available paths.");
  const first = fields[0];
  const part = PART_NAMES.get(httpPart ?? "") ?? "field";
  const message =
    first === undefined || first.path === ""
      ? `The body ${first?.message ?? "is not valid"}.`
      : `The ${part} ${first.path} ${first.message}.`;
  return errors.validation_failed(message, { fields });
}
