import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { MAX_CSV_BYTES } from "../../csv/index.ts";
import { type AppError, errors } from "../../errors/index.ts";
import type { App } from "../app.ts";

export type CsvFile = {
  bytes: AsyncIterable<Uint8Array>;
  /** The encoding that the request names. */
  charset: string | null;
};

const CSV = "text/csv";

/** In this scope a body is CSV and nothing else. Routes stream it, so that the file is never in memory as a whole. */
export function acceptCsv(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(CSV, (_request, payload, done) => done(null, payload));
  app.addContentTypeParser("*", (_request, _payload, done) => done(notCsv()));
}

/** Whether the route declares that its body is CSV. */
export function isCsvRoute({ routeOptions }: FastifyRequest): boolean {
  const { consumes } = (routeOptions.schema ?? {}) as { consumes?: string[] };
  return consumes?.includes(CSV) ?? false;
}

export function notCsv(): AppError {
  return errors.unsupported_media_type(
    "Send the file itself as the body: Content-Type: text/csv, without Content-Encoding.",
  );
}

/** Passes the file of a request to `read`. Errors: `unsupported_media_type`, `body_too_large`, and those of `read`. */
export async function withCsvFile<T>(
  { body, headers }: Pick<FastifyRequest, "body" | "headers">,
  read: (file: CsvFile) => Promise<T>,
): Promise<T> {
  if (!(body instanceof Readable)) throw notCsv();
  refuseTooLong(Number(headers["content-length"] ?? 0));
  const charset = /;\s*charset=\s*"?([^\s;"]+)/i.exec(headers["content-type"] ?? "")?.[1] ?? null;
  try {
    return await read({ bytes: boundedBytes(body), charset });
  } finally {
    // A client that is still sending does not read the response.
    await drain(body).catch(() => undefined);
  }
}

/** A loop that ends early must not close the connection, because the response is sent on it. */
async function* boundedBytes(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    refuseTooLong(bytes);
    yield chunk;
  }
}

async function drain(body: Readable): Promise<void> {
  for await (const _ of body.iterator({ destroyOnReturn: false }));
}

function refuseTooLong(bytes: number): void {
  if (bytes > MAX_CSV_BYTES)
    throw errors.body_too_large(
      "The file is over 100 MB. Split it into smaller files, each with the header line, and import them one by one.",
    );
}
