import type { Route } from "../../harness/http/all-routes.ts";
import type { Ending, RawRequest } from "../../harness/http/raw-request.ts";

type Random = () => number;

const lines = [
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: \u000bchunked",
  "Content-Length: 3",
  "Content-Length: 0",
  "Content-Length: -5",
  "Content-Length: 1e3",
  "Content-Length: 18446744073709551616",
  "Content-Length: 5, 5",
  "Content-Type: application/json",
  "Content-Type: text/csv",
  "Content-Type: application/x-www-form-urlencoded",
  "Content-Type: ;",
  "Content-Encoding: gzip",
  "Expect: 100-continue",
  "Expect: 200-maybe",
  "Connection: close",
  "Connection: Upgrade\r\nUpgrade: websocket",
  "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
  "Host: other",
  "Host:",
  "Origin: http://localhost",
  "Sec-Fetch-Site: same-origin",
  "Cookie: admin_token=x; __Host-admin_token=y; __proto__=z",
  "Authorization: Bearer x",
  "Authorization: Basic \u00ff",
  "If-None-Match: *",
  "Range: bytes=0-0,9-,-1",
  "Accept: \u0000",
  "__proto__: x",
  "X-Request-Id: \u0001",
  " folded: line",
  "no colon",
  "Trailer: X-Late",
  `X-Long: ${"x".repeat(20_000)}`,
];
const METHODS = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "QUERY",
  "get",
  "PRI",
  "",
];
const bodies = [
  "",
  "{}",
  "[]",
  '{"to":"a@b.example","subject":"x","text":"x"}',
  "5\r\nhello\r\n0\r\n\r\n",
  "ZZ\r\nhello\r\n",
  "5;ext=\u0000\r\nhello\r\n0\r\nX-Late: 1\r\n\r\n",
  "ffffffffffffffff\r\n",
  "-1\r\n\r\n",
  "0\r\n",
  '{"a":',
  "a@b.example\r\n",
  "List-Unsubscribe=One-Click",
  "x".repeat(70_000),
  "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
];
const paths = [
  "*",
  "//",
  "/%",
  "/%00",
  "/../..",
  "http://other/",
  "/?a=%zz&a=b&a[]=c",
  `/${"x".repeat(600)}`,
  "/\u00ff",
  "",
];
const VERSIONS = [
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.0",
  "HTTP/2.0",
  "HTTP/9",
  "http/1.1",
  "",
];
const ENDINGS: Ending[] = ["read", "read", "read", "half-close", "close", "reset"];
const DEPARTURES: Ending[] = ["half-close", "close", "reset"];

/** A request to a real route with one to five mutations, of lines, body, bytes, packets or ending. */
export function mutateRequest(
  routes: readonly Route[],
  headers: readonly string[],
  random: Random,
): RawRequest {
  const { method, path } = pick(routes, random);
  const own = ["Host: localhost", ...headers.filter(() => random() < 0.9)];
  const added = Array.from({ length: Math.floor(random() * random() * 5) }, () => pick(lines, random));
  const line = [
    random() < 0.9 ? method : pick(METHODS, random),
    random() < 0.9 ? path : pick(paths, random),
    random() < 0.9 ? "HTTP/1.1" : pick(VERSIONS, random),
  ].join(" ");
  const end = random() < 0.95 ? "\r\n" : pick(["\n", "\r", "\r\n\r\n", "\0"], random);
  const body = random() < 0.3 ? "" : pick(bodies, random);
  let text = [line, ...shuffled([...own, ...added], random), "", body].join(end);
  if (random() < 0.3) text = mutateBytes(text, random);
  // A second request in the same packet, or in the middle of the first one's body.
  if (random() < 0.1) text += text;
  const bytes = Buffer.from(text, "latin1");
  // A client that sends only the start of a request expects no response.
  const isCut = random() < 0.1;
  const sent = isCut ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
  return { parts: split(sent, random), ending: isCut ? pick(DEPARTURES, random) : pick(ENDINGS, random) };
}

function mutateBytes(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  switch (Math.floor(random() * 3)) {
    case 0:
      return text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text.slice(at + Math.ceil(random() * 20));
    default:
      return text.slice(0, at) + pick(lines, random) + text.slice(at);
  }
}

function split(bytes: Buffer, random: Random): Buffer[] {
  if (random() < 0.6) return [bytes];
  const at = Math.floor(random() * bytes.length);
  return [bytes.subarray(0, at), bytes.subarray(at)].filter((part) => part.length > 0);
}

function shuffled<T>(from: T[], random: Random): T[] {
  return from
    .map((value) => ({ value, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value);
}

function pick<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)] as T;
}
