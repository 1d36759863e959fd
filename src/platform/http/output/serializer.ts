import type { FastifyRouteSchemaDef } from "fastify/types/schema.js";
import type { TSchema } from "typebox";
import { Compile } from "typebox/schema";

type Project = (value: unknown) => unknown;
type Keywords = {
  properties?: Record<string, TSchema>;
  patternProperties?: unknown;
  additionalProperties?: unknown;
  items?: TSchema;
  anyOf?: TSchema[];
};

/**
 * The serializer of one response of one route: values that its schema does not name are never sent. Copying the named
 * properties and leaving the text to JSON.stringify is as fast as generated code, and starts without a compiler.
 */
export function serializerFor({ schema }: FastifyRouteSchemaDef<TSchema>): (value: unknown) => string {
  let project: Project | null = null;
  return (value) => {
    project ??= projectionOf(schema);
    return JSON.stringify(project(value));
  };
}

function projectionOf(schema: TSchema): Project {
  const keywords = schema as Keywords;
  if (keywords.anyOf) return projectUnion(keywords.anyOf);
  if (keywords.items) return projectArray(projectionOf(keywords.items));
  if (keywords.properties && !keywords.patternProperties && !keywords.additionalProperties)
    return projectObject(keywords.properties);
  return (value) => value;
}

function projectObject(properties: Record<string, TSchema>): Project {
  const members = Object.entries(properties).map(([name, schema]) => [name, projectionOf(schema)] as const);
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const source = value as Record<string, unknown>;
    const named: Record<string, unknown> = {};
    for (const [name, project] of members)
      if (source[name] !== undefined) named[name] = project(source[name]);
    return named;
  };
}

function projectArray(project: Project): Project {
  return (value) => (Array.isArray(value) ? value.map(project) : value);
}

/**
 * Only objects and arrays can contain extra values, so only they are matched with the branches. Other values are returned
 * unchanged.
 */
function projectUnion(branches: TSchema[]): Project {
  const candidates = branches.map((schema) => ({ fits: Compile(schema), project: projectionOf(schema) }));
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const branch = candidates.find(({ fits }) => fits.Check(value));
    if (!branch) throw new Error("a response matches no branch of its schema");
    return branch.project(value);
  };
}
