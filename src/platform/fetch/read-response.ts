import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";

export type FetchResult =
  | { ok: true; status: number; bytes: Buffer; headers: IncomingHttpHeaders }
  | { ok: false; reason: string };

/** RFC 9110 §15.2 allows any number of 1xx responses before the final one; legitimate servers send fewer. */
const MAX_INTERIM_RESPONSES = 8;

/** Length of the beginning of a body that an error quotes: enough for an error code or a sentence, but not for a page. */
const QUOTED_BYTES = 200;

const BROKE_OFF = "leads to a server that closed the connection before the end of its response";

type ReadOptions = {
  maxBytes: number;
  mayKeep: ((bytes: number) => boolean) | undefined;
  /** Accepts any 2xx status, and quotes the body of an error response. */
  isAnySuccess?: boolean;
};

/** Reads the body of a 200 response of at most `maxBytes`. Any other response ends the connection. */
export function readResponse(request: ClientRequest, options: ReadOptions): Promise<FetchResult> {
  const { promise, resolve } = Promise.withResolvers<FetchResult>();
  const refuse = (reason: string) => {
    resolve({ ok: false, reason });
    request.destroy();
  };
  let interimResponses = 0;
  let hasResponse = false;
  request.on("information", () => {
    interimResponses += 1;
    if (interimResponses > MAX_INTERIM_RESPONSES)
      refuse("leads to a server that sends too many interim responses");
  });
  request.on("upgrade", (_response, socket) => {
    socket.destroy();
    refuse("leads to a server that returns 101 instead of 200");
  });
  request.on("error", (error) => refuse(reasonOf(error)));
  request.on("close", () => {
    if (!hasResponse) refuse(BROKE_OFF);
  });
  request.on("response", (response) => {
    hasResponse = true;
    const reason = reasonToRefuseResponse(response, options);
    if (reason !== null) return void quoteError(response, options).then((words) => refuse(reason + words));
    readBody(response, options).then(
      (body) => {
        if (typeof body === "string") refuse(body);
        else resolve({ ok: true, status: response.statusCode ?? 0, bytes: body, headers: response.headers });
      },
      () => refuse(BROKE_OFF),
    );
  });
  return promise;
}

/** Redirects are refused too, because their target is unchecked; the user can enter the target's address instead. */
function reasonToRefuseResponse(
  { statusCode = 0, headers }: IncomingMessage,
  { maxBytes, isAnySuccess }: ReadOptions,
): string | null {
  if (statusCode >= 300 && statusCode < 400) return "leads to a redirect, which is not followed";
  const isWanted = statusCode === 200 || (isAnySuccess && statusCode > 200 && statusCode < 300);
  if (!isWanted) return `leads to a server that returns ${statusCode} instead of 200`;
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    return "leads to a compressed response, although none was requested";
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : null;
}

/** Quotes the response, so that the user who set the URL can see why it failed. Only the beginning of the body is read. */
async function quoteError(response: IncomingMessage, { isAnySuccess }: ReadOptions): Promise<string> {
  if (!isAnySuccess || response.headers["content-encoding"]) return "";
  let start = Buffer.alloc(0);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      start = Buffer.concat([start, chunk]);
      if (start.length >= QUOTED_BYTES) break;
    }
  } catch {
    // The connection broke. The bytes received before are quoted.
  }
  return quoteStart(start);
}

/** The beginning of a body on one line, after a colon; empty if it has no text. */
export function quoteStart(bytes: Buffer): string {
  const text = bytes
    .subarray(0, QUOTED_BYTES)
    .toString()
    .replace(/[\p{C}\s\uFFFD]+/gu, " ")
    .trim();
  return text === "" ? "" : `: “${text}”`;
}

/** Returns the bytes, or the reason why they are refused. */
async function readBody(
  response: IncomingMessage,
  { maxBytes, mayKeep }: ReadOptions,
): Promise<Buffer | string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return tooLarge(maxBytes);
    if (mayKeep?.(chunk.length) === false)
      return "cannot be fetched now because too many other fetches are in progress";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function tooLarge(maxBytes: number): string {
  return `leads to more than ${maxBytes.toLocaleString("en-US")} bytes`;
}

export function reasonOf(error: Error & { code?: string }): string {
  const code = error.code ?? "";
  if (code === "ECONNRESET") return BROKE_OFF;
  if (code === "HPE_HEADER_OVERFLOW") return "leads to a server whose response has too many headers";
  if (code.startsWith("HPE_")) return "leads to a server whose response is not HTTP";
  if (/CERT|ISSUER|SIGNATURE|SELF_SIGNED/.test(code))
    return "leads to a server without a valid certificate for its name";
  if (/TLS|SSL|EPROTO/.test(code)) return "leads to a server that cannot be reached by TLS 1.2 or later";
  return "leads to a server that cannot be reached";
}
