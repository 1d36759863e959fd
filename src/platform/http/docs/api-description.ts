/** What the generated document says of the API as a whole; the composition root knows the product's words. */
export type ApiDescription = {
  title: string;
  version: string;
  /** Markdown, shown before the first operation. */
  introduction: string;
  /** Groups of operations, in the order in which they are shown. */
  tags?: { name: string; description: string }[];
  securitySchemes: Record<string, SecurityScheme>;
  /** Names of the schemes of which a path takes any; none for open paths. */
  securityOf: (path: string) => string[];
};

export type SecurityScheme =
  | { type: "http"; scheme: "bearer"; description: string }
  | { type: "apiKey"; in: "cookie"; name: string; description: string };
