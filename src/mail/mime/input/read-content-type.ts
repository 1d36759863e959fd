import { parameter } from "../parameters.ts";

type Refusal = { ok: false; reason: string };
type ReadContentType = { ok: true; contentType: string } | Refusal;
type ParsedContentType = { ok: true; type: string; parameters: string[] } | Refusal;

const MAX_LENGTH = 255;
/** RFC 6838 §4.2: restricted-name, at most 127 characters. */
const TYPE = /([a-z0-9][a-z0-9!#$&^_.+-]{0,126})\/([a-z0-9][a-z0-9!#$&^_.+-]{0,126})/iy;
/** RFC 2045 §5.1: *(";" parameter), parameter := attribute "=" value, value := token / quoted-string; in printable ASCII. */
const PARAMETER = / *; *([a-z0-9!#$&^_.+-]+) *= *(?:([!#$%&'*+\-.0-9A-Z^_`a-z{|}~]+)|"((?:[^"\\]|\\.)*)")/iy;
const PRINTABLE = /^[ -~]*$/;
const END = / *;? *$/y;

/**
 * Reads a content type and returns its normalized form: type and parameter names in lower case, values quoted if necessary.
 * Drops `name`, because the file name is passed separately.
 */
export function readContentType(text: string): ReadContentType {
  const parsed = parseContentType(text);
  if (!parsed.ok) return parsed;
  return { ok: true, contentType: [parsed.type, ...parsed.parameters].join("; ") };
}

/** Returns the pieces of a content type, so that a header can be folded between them. */
export function parseContentType(text: string): ParsedContentType {
  if (text.length > MAX_LENGTH) return refuse(`A content type has at most ${MAX_LENGTH} characters.`);
  if (!PRINTABLE.test(text)) return refuse("A content type is printable ASCII.");
  const trimmed = text.trim();
  const type = matchAt(TYPE, trimmed, 0);
  if (type === null) return refuse("A content type has the form type/subtype, such as image/png.");
  const parameters = new Map<string, string>();
  let at = type[0].length;
  for (let found = matchAt(PARAMETER, trimmed, at); found !== null; found = matchAt(PARAMETER, trimmed, at)) {
    at += found[0].length;
    const [, attribute = "", token, quoted = ""] = found;
    const name = attribute.toLowerCase();
    if (parameters.has(name)) return refuse(`The content type names the parameter ${name} twice.`);
    parameters.set(name, parameter(name, token ?? quoted.replace(/\\(.)/g, "$1")));
  }
  if (matchAt(END, trimmed, at) === null) {
    return refuse("Only parameters such as ; charset=utf-8 may follow type/subtype.");
  }
  parameters.delete("name");
  return { ok: true, type: type[0].toLowerCase(), parameters: [...parameters.values()] };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function refuse(reason: string): Refusal {
  return { ok: false, reason };
}
