import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";

export type Answer =
  | { ok: true; status: number; bytes: Buffer; headers: IncomingHttpHeaders }
  | { ok: false; reason: string };

/** RFC 9110 §15.2 allows any number of 1xx answers before the real one; nobody who means well sends more. */
const maxInterimAnswers = 8;

/** Of a body that people are told of: an error's code or a sentence, and no page. */
const quotedBytes = 200;

const brokeOff = "leads to a server that broke off before the end of its answer";

type Room = {
  maxBytes: number;
  mayKeep: ((bytes: number) => boolean) | undefined;
  /** Not 200 alone; and of a refusal what it says is told, too. */
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
    if (reason !== null) return void whatItSays(response, room).then((words) => refuse(reason + words));
    readBody(response, room).then(
      (body) => {
        if (typeof body === "string") refuse(body);
        else resolve({ ok: true, status: response.statusCode ?? 0, bytes: body, headers: response.headers });
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

/** Who set the URL wants to know why it was refused; what comes beyond the beginning is not waited for. */
async function whatItSays(response: IncomingMessage, { isAnySuccess }: Room): Promise<string> {
  if (!isAnySuccess || response.headers["content-encoding"]) return "";
  let start = Buffer.alloc(0);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      start = Buffer.concat([start, chunk]);
      if (start.length >= quotedBytes) break;
    }
  } catch {
    // Then it is what came before the server broke off.
  }
  return quoteStart(start);
}

/** How a body begins, on one line, behind a colon; empty if it says nothing. */
export function quoteStart(bytes: Buffer): string {
  const text = bytes
    .subarray(0, quotedBytes)
    .toString()
    .replace(/[\p{C}\s\uFFFD]+/gu, " ")
    .trim();
  return text === "" ? "" : `: “${text}”`;
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
