/** The parts of the OpenAPI document that the pages of docs/api show. */
export type Schema = {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  examples?: unknown[];
  $ref?: string;
};
type Body = { schema: Schema; example?: unknown };
export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, Body> };
  responses: Record<string, { description: string; content?: Record<string, Body> }>;
};
export type OpenApiDocument = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
};
export type ApiCall = { method: string; path: string; operation: Operation };

export function callsOf(document: OpenApiDocument): ApiCall[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

export function firstOf<T>(content: Record<string, T> | undefined): [type: string, body: T] | null {
  return Object.entries(content ?? {})[0] ?? null;
}
