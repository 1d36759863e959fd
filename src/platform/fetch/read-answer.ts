import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";

export type Answer =
  | { ok: true; bytes: Buffer; headers: IncomingHttpHeaders }
  | { ok: false; reason: string };

/** RFC 9110 §15.2 allows any number of 1xx answers before the real one; nobody who means well sends more. */
const maxInterimAnswers = 8;

const brokeOff = "leads to a server that broke off before the end of its answer";

type Room = {
  maxBytes: number;
  mayKeep: ((bytes: number) => boolean) | undefined;
  /** Not 200 alone. */
  isAnySuccess?: boolean;
};

/** The body of a 200 answer of at most `maxBytes`; whatever else comes ends the connection. */
export function readAnswer(request: ClientRequest, room: Room): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const refuse = (reason: string) => {
    resolve({ ok: false, reason });
    request.destroy();
  };
  let interimAnswers = 0;
  let isAnswered = false;
  request.on("information", () => {
    interimAnswers += 1;
    if (interimAnswers > maxInterimAnswers) refuse("leads to a server that does not come to its answer");
  });
  request.on("upgrade", (_response, socket) => {
    socket.destroy();
    refuse("leads to a server that answers 101 and not 200");
  });
  request.on("error", (error) => refuse(reasonOf(error)));
  request.on("close", () => {
    if (!isAnswered) refuse(brokeOff);
  });
  request.on("response", (response) => {
    isAnswered = true;
    const reason = reasonToRefuseAnswer(response, room);
    if (reason !== null) return refuse(reason);
    readBody(response, room).then(
      (body) => {
        if (typeof body === "string") refuse(body);
        else resolve({ ok: true, bytes: body, headers: response.headers });
      },
      () => refuse(brokeOff),
    );
  });
  return promise;
}

/** Redirects too: where they lead nobody has checked, and a user can give that address himself. */
function reasonToRefuseAnswer(
  { statusCode = 0, headers }: IncomingMessage,
  { maxBytes, isAnySuccess }: Room,
): string | null {
  if (statusCode >= 300 && statusCode < 400) return "leads to a redirect, which is not followed";
  const isWanted = statusCode === 200 || (isAnySuccess && statusCode > 200 && statusCode < 300);
  if (!isWanted) return `leads to a server that answers ${statusCode} and not 200`;
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    return "leads to an answer that is compressed although we asked for it as it is";
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : null;
}

/** The bytes, or why they are not kept. */
async function readBody(response: IncomingMessage, { maxBytes, mayKeep }: Room): Promise<Buffer | string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return tooLarge(maxBytes);
    if (mayKeep?.(chunk.length) === false) return "cannot be fetched just now, with so much else under way";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function tooLarge(maxBytes: number): string {
  return `leads to more than ${maxBytes.toLocaleString("en-US")} bytes`;
}

function reasonOf(error: Error & { code?: string }): string {
  const code = error.code ?? "";
  if (code === "ECONNRESET") return brokeOff;
  if (code === "HPE_HEADER_OVERFLOW") return "leads to a server whose answer has too many headers";
  if (code.startsWith("HPE_")) return "leads to a server whose answer is not HTTP";
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE|SELF_SIGNED|EPROTO/.test(code))
    return "leads to a server without a valid certificate for its name";
  return "leads to a server that cannot be reached";
}
