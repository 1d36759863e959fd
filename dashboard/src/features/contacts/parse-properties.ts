// The server's limit; checking it here saves a request.
const LIMIT_BYTES = 16_384;

export type ParsedProperties = { ok: true; value: Record<string, unknown> } | { ok: false; message: string };

/** Parses typed properties: a JSON object, or empty text. */
export function parseProperties(text: string): ParsedProperties {
  if (text.trim() === "") return { ok: true, value: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: describeJsonError(error, text) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, message: 'Properties are an object: {"plan": "pro"}' };
  }
  if (new TextEncoder().encode(JSON.stringify(value)).length > LIMIT_BYTES) {
    return { ok: false, message: "Properties must be at most 16 kB." };
  }
  return { ok: true, value: { ...value } };
}

export function formatProperties(properties: Record<string, unknown>): string {
  return Object.keys(properties).length === 0 ? "" : JSON.stringify(properties, null, 2);
}

const TOKEN =
  /\s+|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|[{}[\],:]/iuy;

/** The offset of the first invalid token, such as single quotes or bare words. */
function unknownTokenAt(text: string): number | undefined {
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < text.length) {
    if (!TOKEN.test(text)) return at;
    at = TOKEN.lastIndex;
  }
  return undefined;
}

/** Browsers word JSON errors differently, and only some give a position. A line number is what users can find. */
function describeJsonError(error: unknown, text: string): string {
  const hint = "Use double quotes, and no comma after the last property.";
  const position = /position (\d+)/.exec(String(error))?.[1];
  const offset = unknownTokenAt(text) ?? (position === undefined ? undefined : Number(position));
  if (offset === undefined) return `Not valid JSON. ${hint}`;
  return `Line ${text.slice(0, offset).split("\n").length} is not valid JSON. ${hint}`;
}
