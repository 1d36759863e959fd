import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { App } from "../app.ts";

/**
 * The minimum number of bytes in the last window. With an average since the beginning, a client could send fast at first
 * and then stall for hours.
 */
export type LeastProgress = { windowMs: number; bytes: number; everyMs: number };

/** About 8 kbit/s. On a bad mobile connection, a lost packet delays a body by seconds, but not by 15 s. */
export const LEAST_PROGRESS: LeastProgress = { windowMs: 15_000, bytes: 16 * 1024, everyMs: 2_500 };

/** A body of this size needs little memory, so a sender on a bad connection may take its time. */
const SMALL_BYTES = 64 * 1024;

type Arriving = { request: FastifyRequest; body: Readable; since: number; bytesRead: number };

/** Ends connections whose body stops arriving. The time is not counted while the server is not reading. */
export function endSlowBodies(app: App, least: LeastProgress, end: (socket: Socket) => void): void {
  const arriving = new Map<FastifyRequest, Arriving>();
  app.addHook("preParsing", (request, _reply, body, done) => {
    if (mayBeLarge(request))
      arriving.set(request, { request, body: body as Readable, ...progressOf(request) });
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    arriving.delete(request);
    done();
  });
  const sweeping = setInterval(() => {
    for (const entry of arriving.values()) if (isOver(entry, least, end)) arriving.delete(entry.request);
  }, least.everyMs).unref();
  app.addHook("onClose", (_app, done) => {
    clearInterval(sweeping);
    done();
  });
}

/** RFC 9112 §6: a body of unknown length, or with a large declared length. */
function mayBeLarge({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > SMALL_BYTES;
}

function progressOf(request: FastifyRequest) {
  return { since: performance.now(), bytesRead: request.raw.socket.bytesRead };
}

/** Whether this body needs no further checks. */
function isOver(entry: Arriving, least: LeastProgress, end: (socket: Socket) => void): boolean {
  const { raw } = entry.request;
  if (raw.complete || raw.destroyed) return true;
  if (performance.now() - entry.since < least.windowMs) return false;
  const waitsForUs = raw.readableLength > 0 || entry.body.readableLength > 0;
  const isSlow = !waitsForUs && raw.socket.bytesRead - entry.bytesRead < least.bytes;
  if (isSlow) end(raw.socket);
  else Object.assign(entry, progressOf(entry.request));
  return isSlow;
}
