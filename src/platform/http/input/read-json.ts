import { isUtf8 } from "node:buffer";
import { errors } from "../../errors/index.ts";
import { inspectJson } from "./inspect-json.ts";
import { scanJson } from "./scan-json.ts";

/** Deep enough for anything people write, shallow enough for every recursive reader behind us. */
const maxDepth = 64;
/**
 * Of one body. The largest batch, 500 emails with 10,000 recipients, stays well below; a million empty objects would hold the
 * event loop for seconds. Names of members cost the most, because the engine keeps a table of them.
 */
const maxMembers = 50_000;
const maxCommas = 100_000;

/** A request body as a value, or an AppError that says why not. RFC 8259: UTF-8, no byte order mark, one value. */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) throw errors.malformed_request("The body is empty. Send a JSON object.");
  if (!isUtf8(body)) throw errors.malformed_request("The body is not UTF-8. Send JSON encoded as UTF-8.");
  const text = body.toString("utf8");
  const { depth, members, commas } = scanJson(text, {
    depth: maxDepth,
    members: maxMembers,
    commas: maxCommas,
  });
  if (depth > maxDepth)
    throw errors.malformed_request(`The body nests deeper than ${maxDepth} levels. Send flatter JSON.`);
  if (members > maxMembers) throw tooMany("members", maxMembers);
  if (commas > maxCommas) throw tooMany("values", maxCommas);
  const value = parse(text);
  if (inspectJson(value) !== members)
    throw errors.malformed_request("The body has the same key twice in one object. Send each key once.");
  return value;
}

function tooMany(what: string, limit: number) {
  const most = limit.toLocaleString("en-US");
  return errors.body_too_large(`The body has more than ${most} ${what}. Split it into several requests.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // RFC 8259 §8.1: implementations must not add a byte order mark.
    if (text.startsWith("\uFEFF"))
      throw errors.malformed_request("The body begins with a byte order mark. Send UTF-8 without it.");
    throw errors.malformed_request(`The body is not well-formed JSON${positionOf(error)}.`);
  }
}

/** V8 tells where, but also quotes the text: only the position may leave. */
function positionOf(error: unknown): string {
  const found = error instanceof Error ? /position (\d+)/.exec(error.message) : null;
  return found ? ` (at character ${found[1]})` : "";
}
