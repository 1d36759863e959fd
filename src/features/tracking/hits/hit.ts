import { isId } from "../../../platform/ids/index.ts";
import type { TokenContent, TokenKind } from "../links/token.ts";

/** A request for a tracked link or for the pixel: the parts that the judge uses. */
export type Hit = TokenContent & {
  kind: TokenKind;
  /** When it arrived, in milliseconds since 1970, by the clock that all nodes share: it is compared with the time of the delivery. */
  at: number;
  /** The target of a link. */
  url: string | null;
  address: string;
  method: string;
  agent: string;
  /** Whether the request had Accept-Language, and the value of Sec-Fetch-Mode. Browsers of people send both over https. */
  hasLanguage: boolean;
  fetchMode: string | null;
  /** Whether the program marked the request as a prefetch (Sec-Purpose, Purpose). */
  isPrefetch: boolean;
  /** Whether the link began with `http:`. Browsers send Sec-Fetch-Mode only to https hosts and to localhost. */
  isPlainHttp: boolean;
};

const MAX_AGENT_LENGTH = 500;

type Headers = Record<string, string | string[] | undefined>;

export function hitOf(
  kind: TokenKind,
  content: TokenContent,
  request: Pick<Hit, "at" | "method" | "url" | "isPlainHttp"> & { ip: string; headers: Headers },
): Hit {
  const { headers } = request;
  return {
    ...content,
    kind,
    at: request.at,
    url: request.url,
    address: withoutZone(request.ip ?? ""),
    method: request.method,
    agent: textOf(headers["user-agent"]),
    hasLanguage: headers["accept-language"] !== undefined,
    fetchMode:
      headers["sec-fetch-mode"] === undefined ? null : textOf(headers["sec-fetch-mode"]).slice(0, 20),
    isPrefetch: /prefetch|prerender/i.test(textOf(headers["sec-purpose"] ?? headers.purpose)),
    isPlainHttp: request.isPlainHttp,
  };
}

/** The zone of an IPv6 address names an interface of this machine (RFC 4007 §11). PostgreSQL's inet type allows none. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/s, "");
}

/** PostgreSQL's text type allows no NUL. */
function textOf(header: string | string[] | undefined): string {
  return String(header ?? "")
    .slice(0, MAX_AGENT_LENGTH)
    .replaceAll("\0", "");
}

/** A hit, and its number in its journal. */
export type NumberedHit = { number: number; hit: Hit };

/** A line of the journal: a JSON array. With the names of the fields, it would be longer, and slower to write and read. */
export function lineOf({ number, hit }: NumberedHit): string {
  const fields = [
    number,
    hit.kind,
    hit.at,
    hit.accountNumber,
    hit.emailId,
    hit.position,
    hit.link,
    hit.url,
    hit.address,
    hit.method,
    hit.agent,
    hit.hasLanguage,
    hit.fetchMode,
    hit.isPrefetch,
    hit.isPlainHttp,
  ];
  return `${JSON.stringify(fields)}\n`;
}

const FIELDS = 15;
/** Lines of earlier versions do not have `isPlainHttp`. */
const FIELDS_BEFORE = 14;
/** The year 9999, so that a time is valid for PostgreSQL. */
const MAX_TIME = 253_370_764_800_000;

/** Reads complete lines of a journal. `damaged`: how many of them are no hits. */
export function readLines(text: string): { hits: NumberedHit[]; damaged: number } {
  const lines = text.split("\n").filter((line) => line !== "");
  const hits = lines.flatMap((line) => hitFrom(line) ?? []);
  return { hits, damaged: lines.length - hits.length };
}

function hitFrom(line: string): NumberedHit | null {
  const fields = fieldsIn(line);
  if (!Array.isArray(fields) || (fields.length !== FIELDS && fields.length !== FIELDS_BEFORE)) return null;
  const [number, kind, at, accountNumber, emailId, position, link, url, address, method, ...rest] = fields;
  const [agent, hasLanguage, fetchMode, isPrefetch, isPlainHttp = false] = rest;
  const isHit =
    (kind === "click" || kind === "open") &&
    [number, accountNumber, position, link].every((field) => Number.isSafeInteger(field) && field >= 0) &&
    at >= 0 &&
    at < MAX_TIME &&
    isId(emailId) &&
    (url === null || typeof url === "string") &&
    (fetchMode === null || typeof fetchMode === "string") &&
    [address, method, agent].every((field) => typeof field === "string");
  if (!isHit) return null;
  const hit = {
    ...{ kind, at, accountNumber, emailId, position, link, url, address, method },
    ...{ agent, hasLanguage, fetchMode, isPrefetch, isPlainHttp },
  };
  return { number, hit };
}

function fieldsIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
