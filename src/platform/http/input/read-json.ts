import { isUtf8 } from "node:buffer";
import { errors } from "../../errors/index.ts";
import { inspectJson } from "./inspect-json.ts";
import { scanJson } from "./scan-json.ts";

/** Deep enough for real data, and shallow enough for every recursive function that processes the value. */
const MAX_DEPTH = 64;
/**
 * The limit per body. The largest batch, 500 emails with 10,000 recipients, is well below it; a million empty objects would
 * block the event loop for seconds. Member names cost the most, because V8 stores each in a table.
 */
const MAX_MEMBERS = 50_000;
const MAX_COMMAS = 100_000;

/** Parses a request body, or throws an AppError that says what is wrong. RFC 8259: UTF-8, no byte order mark, one value. */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) throw errors.malformed_request("The body is empty. Send a JSON object.");
  if (!isUtf8(body)) throw errors.malformed_request("The body is not UTF-8. Send JSON encoded as UTF-8.");
  const text = body.toString("utf8");
  const { depth, members, commas } = scanJson(text, {
    depth: MAX_DEPTH,
    members: MAX_MEMBERS,
    commas: MAX_COMMAS,
  });
  if (depth > MAX_DEPTH)
    throw errors.malformed_request(`The body nests deeper than ${MAX_DEPTH} levels. Send flatter JSON.`);
  if (members > MAX_MEMBERS) throw tooMany("members", MAX_MEMBERS);
  if (commas > MAX_COMMAS) throw tooMany("values", MAX_COMMAS);
  const value = parse(text);
  if (inspectJson(value) !== members)
    throw errors.malformed_request("The body has the same key twice in one object. Send each key once.");
  return value;
}

function tooMany(items: string, limit: number) {
  const formattedLimit = limit.toLocaleString("en-US");
  return errors.body_too_large(
    `The body has more than ${formattedLimit} ${items}. Split it into several requests.`,
  );
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

/** V8 reports the position but also quotes the text; only the position may be returned. */
function positionOf(error: unknown): string {
  const found = error instanceof Error ? /position (\d+)/.exec(error.message) : null;
  return found ? ` (at character ${found[1]})` : "";
}
