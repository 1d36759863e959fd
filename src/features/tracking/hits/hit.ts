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

/** A line of the journal: the number of the hit in it, and the hit. */
export type NumberedHit = { number: number; hit: Hit };

export function lineOf({ number, hit }: NumberedHit): string {
  return `${JSON.stringify([number, hit])}\n`;
}

/** Reads the lines of a journal. A last line that was not written completely is left out. */
export function readLines(text: string): NumberedHit[] {
  return text.split("\n").flatMap((line) => {
    try {
      const [number, hit] = JSON.parse(line) as [number, Hit];
      return typeof number === "number" && typeof hit?.emailId === "string" ? [{ number, hit }] : [];
    } catch {
      return [];
    }
  });
}
