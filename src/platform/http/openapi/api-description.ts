/** The general part of the OpenAPI document, with the product's texts. The composition root provides it. */
export type ApiDescription = {
  title: string;
  version: string;
  /** Markdown, shown before the first operation. */
  introduction: string;
  /** Groups of operations, in the order in which they are shown. */
  tags?: { name: string; description: string }[];
  securitySchemes: Record<string, SecurityScheme>;
  /** The names of a path's alternative security schemes; empty for open paths. */
  securityOf: (path: string) => string[];
};

type SecurityScheme =
  | { type: "http"; scheme: "bearer"; description: string }
  | { type: "apiKey"; in: "cookie"; name: string; description: string };
