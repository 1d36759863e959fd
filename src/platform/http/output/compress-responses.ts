import compress from "@fastify/compress";
import type { App } from "../app.ts";

/** In bytes. A shorter response fits into one packet anyway. */
const THRESHOLD_BYTES = 1024;

/**
 * Compresses what GET routes of plugins return. Other routes, above all those that accept mail, have no hook for it, because their
 * responses are short. The files of the dashboard are compressed when it is built.
 */
export function compressResponses(app: App): void {
  // Before the plugin, whose own hook reads the option.
  app.addHook("onRoute", (route) => {
    route.compress = [route.method].flat().includes("GET") ? {} : false;
  });
  app.register(compress, { threshold: THRESHOLD_BYTES, encodings: ["br", "gzip"] });
}
