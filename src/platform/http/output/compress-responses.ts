import compress from "@fastify/compress";
import type { App } from "../app.ts";

/** In bytes. A shorter response fits into one packet anyway. */
const THRESHOLD_BYTES = 1024;

/**
 * Compresses what routes of plugins return. Routes that accept mail opt out with `compress: false` and have no hook for it. The files
 * of the dashboard are compressed when it is built. Requests are never decompressed.
 */
export function compressResponses(app: App): void {
  app.register(compress, {
    threshold: THRESHOLD_BYTES,
    encodings: ["br", "gzip"],
    globalDecompression: false,
  });
}
