import type { Route } from "./all-routes.ts";
import type { Ending, RawRequest } from "./raw-request.ts";

export type BrokenRequest = RawRequest & { what: string };
type Sender = { route: Route; headers: readonly string[] };

const HELLO = '{"hello":"world"}';
const chunk = `${HELLO.length.toString(16)}\r\n${HELLO}\r\n`;
const ENDINGS = ["close", "reset"] as const;

/** All ways to break a request of this route: wrong framing, and disconnects in each phase. */
export function brokenRequests(sender: Sender): BrokenRequest[] {
  return [...framingFaults(sender), ...departures(sender)];
}

function framingFaults({ route, headers }: Sender): BrokenRequest[] {
  const request = (what: string, framing: string, body: string): BrokenRequest => ({
    what,
    parts: [head(route, [...headers, framing]) + body],
    ending: "read",
  });
  return [
    request("an unknown transfer coding", "Transfer-Encoding: xchunked", ""),
    request("an unknown transfer coding with a body", "Transfer-Encoding: xchunked", HELLO),
    request("gzip as transfer coding", "Transfer-Encoding: gzip", ""),
    request("chunked not last", "Transfer-Encoding: chunked, gzip", chunk),
    request("a chunk size that is not a number", "Transfer-Encoding: chunked", "ZZ\r\n\r\n"),
    request("a bad chunk size after a good chunk", "Transfer-Encoding: chunked", `${chunk}ZZ\r\n`),
    request("an endless chunk size", "Transfer-Encoding: chunked", `${"f".repeat(40)}\r\n`),
    request("a chunk longer than its size", "Transfer-Encoding: chunked", `2\r\n${HELLO}\r\n0\r\n\r\n`),
    request("a bad trailer", "Transfer-Encoding: chunked", `${chunk}0\r\nbad trailer\r\n\r\n`),
    request("a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked", `${chunk}0\r\n\r\n`),
    request("two lengths", "Content-Length: 5\r\nContent-Length: 7", HELLO),
    request("a negative length", "Content-Length: -1", HELLO),
    request("an enormous length", "Content-Length: 99999999999999999999", HELLO),
    request("an unknown expectation", `Expect: 42-nothing\r\nContent-Length: ${HELLO.length}`, HELLO),
    request("an upgrade", "Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 0", ""),
    request("a content coding", `Content-Encoding: gzip\r\nContent-Length: ${HELLO.length}`, HELLO),
    request("more than its length", "Content-Length: 2", `{}${HELLO}`),
    { ...request("less than its length", "Content-Length: 500", HELLO), ending: "half-close" },
  ];
}

/** The client disconnects after each part of a request. */
function departures({ route, headers }: Sender): BrokenRequest[] {
  const line = `${route.method} ${route.path} HTTP/1.1\r\n`;
  const chunked = head(route, [...headers, "Transfer-Encoding: chunked"]);
  const sized = head(route, [...headers, "Content-Length: 500"]);
  const whole = head(route, [...headers, `Content-Length: ${HELLO.length}`]) + HELLO;
  const phases: [string, string[]][] = [
    ["after the request line", [line]],
    ["in the headers", [`${line}Host: localhost\r\nX-Half`]],
    ["after the headers", [sized]],
    ["after the headers of chunks", [chunked]],
    ["in the body", [sized, HELLO]],
    ["in a chunk", [chunked, `${chunk}500\r\n${HELLO}`]],
    ["before the last chunk", [chunked, chunk]],
    ["before the answer is read", [whole]],
    ["with a second request half sent", [whole + line]],
  ];
  return phases.flatMap(([phase, parts]) =>
    ENDINGS.map((ending: Ending) => ({ what: `${ending} ${phase}`, parts, ending })),
  );
}

function head({ method, path }: Route, headers: readonly string[]): string {
  return [`${method} ${path} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");
}
