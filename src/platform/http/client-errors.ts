import { randomUUIDv7 } from "node:crypto";
import type { Socket } from "node:net";
import { errors } from "../errors/index.ts";
import { noteConnectionError } from "./errors/connection-errors.ts";
import { errorBodyOf } from "./errors/error-body.ts";
import { docsUrlOf } from "./errors/send-error.ts";

const LINGER_MS = 2_000;

/**
 * Responds to input that never became a request: the HTTP parser rejected it (ambiguous lengths, bare line feeds, oversized
 * headers) or it took too long. The connection closes, because the start of the next request is unknown (RFC 9112 §6.3,
 * §11.2).
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket, baseUrl: string): void {
  noteConnectionError(error);
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [line, message] = statusOf(error.code);
  const requestId = randomUUIDv7();
  const refusal = errors.malformed_request(message);
  const body = errorBodyOf(refusal, { requestId, docsUrl: docsUrlOf(baseUrl, refusal.code) });
  socket.end(
    [
      `HTTP/1.1 ${line}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      "cache-control: no-store",
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  // A client that keeps sending would hold the connection open, so it is closed, but only after a delay: if it were closed
  // at once, the client might never see the response (RFC 9112 §9.6).
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function statusOf(code: string | undefined): [string, string] {
  if (code === "HPE_HEADER_OVERFLOW")
    return [
      "431 Request Header Fields Too Large",
      "The request's headers are too large. Send fewer cookies.",
    ];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return ["408 Request Timeout", "The request did not arrive in time. Send it again."];
  return [
    "400 Bad Request",
    "The request is not well-formed HTTP. Check its header lines and its Content-Length.",
  ];
}

/** The error for a body that stopped arriving. It has the code of Node's error for a request that takes too long. */
export function requestTimeout(): Error & { code: string } {
  return Object.assign(new Error("the request's body stopped arriving"), {
    code: "ERR_HTTP_REQUEST_TIMEOUT",
  });
}
