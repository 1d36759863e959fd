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
  /** Whether the request had Accept-Language, and the value of Sec-Fetch-Mode. Browsers of people send both. */
  hasLanguage: boolean;
  fetchMode: string | null;
  /** Whether the program marked the request as a prefetch (Sec-Purpose, Purpose). */
  isPrefetch: boolean;
};

const MAX_AGENT_LENGTH = 500;

type Headers = Record<string, string | string[] | undefined>;

export function hitOf(
  kind: TokenKind,
  content: TokenContent,
  request: { at: number; method: string; ip: string; headers: Headers; url: string | null },
): Hit {
  const { headers } = request;
  return {
    ...content,
    kind,
    at: request.at,
    url: request.url,
    address: request.ip ?? "",
    method: request.method,
    agent: textOf(headers["user-agent"]),
    hasLanguage: headers["accept-language"] !== undefined,
    fetchMode:
      headers["sec-fetch-mode"] === undefined ? null : textOf(headers["sec-fetch-mode"]).slice(0, 20),
    isPrefetch: /prefetch|prerender/i.test(textOf(headers["sec-purpose"] ?? headers.purpose)),
  };
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
  ];
  return `${JSON.stringify(fields)}\n`;
}

const FIELDS = 14;

/** Reads the lines of a journal. A last line that was not written completely is left out. */
export function readLines(text: string): NumberedHit[] {
  return text.split("\n").flatMap((line) => {
    try {
      const fields = JSON.parse(line) as unknown[];
      return Array.isArray(fields) && fields.length === FIELDS ? [hitFrom(fields)] : [];
    } catch {
      return [];
    }
  });
}

function hitFrom(fields: unknown[]): NumberedHit {
  const [number, kind, at, accountNumber, emailId, position, link, url, address, method, ...rest] = fields;
  const [agent, hasLanguage, fetchMode, isPrefetch] = rest;
  const hit = {
    ...{ kind, at, accountNumber, emailId, position, link, url, address, method },
    ...{ agent, hasLanguage, fetchMode, isPrefetch },
  };
  return { number, hit } as NumberedHit;
}
