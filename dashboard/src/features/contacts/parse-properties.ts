// The server refuses more; saying so before the form is sent saves a round trip.
const LIMIT_BYTES = 16_384;

export type ParsedProperties = { ok: true; value: Record<string, unknown> } | { ok: false; message: string };

/** Reads what a person typed as properties: a JSON object, or nothing. */
export function parseProperties(text: string): ParsedProperties {
  if (text.trim() === "") return { ok: true, value: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: describeFault(error, text) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, message: 'Properties are an object: {"plan": "pro"}' };
  }
  if (new TextEncoder().encode(JSON.stringify(value)).length > LIMIT_BYTES) {
    return { ok: false, message: "Properties take 16 kB at most." };
  }
  return { ok: true, value: { ...value } };
}

export function formatProperties(properties: Record<string, unknown>): string {
  return Object.keys(properties).length === 0 ? "" : JSON.stringify(properties, null, 2);
}

const TOKEN =
  /\s+|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|[{}[\],:]/iuy;

/** Where the first thing stands that JSON does not know: 'single quotes', bare words. */
function unknownTokenAt(text: string): number | undefined {
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < text.length) {
    if (!TOKEN.test(text)) return at;
    at = TOKEN.lastIndex;
  }
  return undefined;
}

/** Browsers word a fault in their own ways, and only some tell where; a line is what a person can find. */
function describeFault(error: unknown, text: string): string {
  const hint = "Names and texts take double quotes, and no comma follows the last one.";
  const told = /position (\d+)/.exec(String(error))?.[1];
  const offset = unknownTokenAt(text) ?? (told === undefined ? undefined : Number(told));
  if (offset === undefined) return `This is not JSON. ${hint}`;
  return `Line ${text.slice(0, offset).split("\n").length} is not JSON. ${hint}`;
}
