import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";

type ReadResult = { ok: true; bytes: Buffer; headers: IncomingHttpHeaders } | { ok: false; reason: string };

/** RFC 9110 §15.2 allows any number of 1xx responses before the final one; legitimate servers send fewer. */
const MAX_INTERIM_RESPONSES = 8;

const BROKE_OFF = "leads to a server that closed the connection before the end of its response";

type ReadOptions = {
  maxBytes: number;
  mayKeep: ((bytes: number) => boolean) | undefined;
};

/** Reads the body of a 200 response of at most `maxBytes`. Any other response ends the connection. */
export function readResponse(request: ClientRequest, options: ReadOptions): Promise<ReadResult> {
  const { promise, resolve } = Promise.withResolvers<ReadResult>();
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
    if (reason !== null) return refuse(reason);
    readBody(response, options).then(
      (body) => {
        if (typeof body === "string") refuse(body);
        else resolve({ ok: true, bytes: body, headers: response.headers });
      },
      () => refuse(BROKE_OFF),
    );
  });
  return promise;
}

/** Redirects are refused too, because their target is unchecked; the user can enter the target's address instead. */
function reasonToRefuseResponse(
  { statusCode = 0, headers }: IncomingMessage,
  { maxBytes }: ReadOptions,
): string | null {
  if (statusCode >= 300 && statusCode < 400) return "leads to a redirect, which is not followed";
  if (statusCode !== 200) return `leads to a server that returns ${statusCode} instead of 200`;
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    return "leads to a compressed response, although none was requested";
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : null;
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
