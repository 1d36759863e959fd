export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  description?: string;
};

/** The place of a type: a type is not replaced by the name that it declares (`within`), and is indented by `depth`. */
type Place = { within: string; depth: number };

/** These keywords narrow values, not types. */
const IGNORED_KEYWORDS = new Set(
  "description examples example default title format minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties propertyNames contentEncoding contentMediaType deprecated readOnly writeOnly".split(
    " ",
  ),
);
const KNOWN_KEYWORDS = new Set([
  "$ref",
  ..."type const enum anyOf oneOf allOf items properties required additionalProperties patternProperties".split(
    " ",
  ),
]);

/** Converts JSON Schema to TypeScript. A schema with a known name is written as that name. */
export class TypeWriter {
  readonly #components: Record<string, Schema>;
  readonly #names = new Map<string, string>();

  constructor({ components }: { components: Record<string, Schema> }) {
    this.#components = components;
  }

  /** Writes later objects of this shape as `name`. */
  know(name: string, schema: Schema): void {
    const shape = shapeOf(schema);
    if (schema.type === "object" && !this.#names.has(shape)) this.#names.set(shape, name);
  }

  write(schema: Schema, place: Place): string {
    checkKeywords(schema);
    const { $ref, anyOf, oneOf, allOf } = schema;
    if ($ref) return this.write(this.#resolve($ref), place);
    const name = this.#names.get(shapeOf(schema));
    if (name && name !== place.within) return name;
    const parts = anyOf ?? oneOf;
    if (parts) return this.#union(parts, place);
    if (allOf) return allOf.map((part) => inParentheses(this.write(part, place))).join(" & ");
    if ("const" in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (Array.isArray(schema.type))
      return this.#union(
        schema.type.map((type) => ({ ...schema, type })),
        place,
      );
    return this.#writeType(schema, place);
  }

  #writeType(schema: Schema, place: Place): string {
    switch (schema.type) {
      case "string":
      case "boolean":
      case "null":
        return schema.type;
      case "integer":
      case "number":
        return "number";
      case "array":
        return arrayOf(this.write(schema.items ?? {}, place));
      case "object":
        return this.#writeObject(schema, place);
      case undefined:
        return "unknown";
      default:
        throw new Error(`unknown type ${JSON.stringify(schema.type)}`);
    }
  }

  #writeObject({ properties = {}, required = [], ...open }: Schema, { within, depth }: Place): string {
    const inner = { within, depth: depth + 1 };
    const indent = "  ".repeat(depth + 1);
    const fields = Object.entries(properties).map(([name, schema]) => {
      const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
      const optional = required.includes(name) ? "" : "?";
      return `${comment(schema, indent)}${indent}${key}${optional}: ${this.write(schema, inner)};\n`;
    });
    const others = this.#writeOthers(open, inner);
    if (fields.length === 0) return `Record<string, ${others ?? "never"}>`;
    const line = fields.map((field) => field.trim()).join(" ");
    if (others === null && fields.length <= 2 && !/[\n*]/.test(line)) return `{ ${line.replace(/;$/, "")} }`;
    const rest = others === null ? "" : `${indent}[name: string]: ${others};\n`;
    return `{\n${fields.join("")}${rest}${"  ".repeat(depth)}}`;
  }

  /** The type of additional properties, or null when there are none or nothing is specified. */
  #writeOthers({ additionalProperties, patternProperties }: Schema, place: Place): string | null {
    if (patternProperties) return this.#union(Object.values(patternProperties), place);
    if (additionalProperties === true) return "unknown";
    return additionalProperties ? this.write(additionalProperties, place) : null;
  }

  #union(parts: Schema[], place: Place): string {
    return [...new Set(parts.map((part) => this.write(part, place)))].join(" | ");
  }

  #resolve(reference: string): Schema {
    const schema = this.#components[reference.replace("#/components/schemas/", "")];
    if (!schema) throw new Error(`no ${reference} in the document`);
    return schema;
  }
}

/** Fails on unknown keywords, so that the types never silently say less than the document. */
function checkKeywords(schema: Schema): void {
  for (const keyword of Object.keys(schema))
    if (!KNOWN_KEYWORDS.has(keyword) && !IGNORED_KEYWORDS.has(keyword) && !keyword.startsWith("x-"))
      throw new Error(`the generator of the client's types does not know the keyword ${keyword}`);
}

/** A schema without the keywords that do not change its type. */
function shapeOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value) => (isIgnored(key, value) ? undefined : value));
}

/** A property may be named `title`; its value is then a schema. */
function isIgnored(key: string, value: unknown): boolean {
  return IGNORED_KEYWORDS.has(key) && (typeof value !== "object" || Array.isArray(value));
}

function arrayOf(type: string): string {
  return /^\w+$/.test(type) ? `${type}[]` : `Array<${type}>`;
}

function inParentheses(type: string): string {
  return type.includes(" | ") ? `(${type})` : type;
}

function comment({ description }: Schema, indent: string): string {
  return description ? `${indent}/** ${description.replaceAll("*/", "*\\/").replaceAll("\n", " ")} */\n` : "";
}
