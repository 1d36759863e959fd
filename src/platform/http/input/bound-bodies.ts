import { type Readable, Transform } from "node:stream";
import { getHeapStatistics } from "node:v8";
import type { FastifyReply, FastifyRequest } from "fastify";
import { overloaded } from "../../errors/index.ts";
import { ByteBudget, type HeldBytes } from "../../memory/index.ts";
import { networkOf } from "../../network/index.ts";
import type { App } from "../app.ts";

/** A smaller body is never refused: ten thousand of them, on every connection that we take, still fit. */
const smallBytes = 64 * 1024;
const mostBytes = 256 * 1024 * 1024;
/** A body exists as bytes, as text, as values and as what is made of them, part of it at the same time. */
const heapPerBodyByte = 8;
/** Clients without a credential share this part, so that they cannot take the room of those who have one. */
const shareOfStrangers = 1 / 8;
/** All files that a request points at may take 30 s, and the statement that stores it as long. */
const longestWorkMs = 60_000;

export type BodyBudgets = { members: ByteBudget; strangers: ByteBudget };

/** For one process: a part of what its heap may grow to. */
export function createBodyBudgets(
  limit = Math.min(mostBytes, getHeapStatistics().heap_size_limit / heapPerBodyByte),
): BodyBudgets {
  return { members: new ByteBudget(limit), strangers: new ByteBudget(limit * shareOfStrangers) };
}

declare module "fastify" {
  interface FastifyInstance {
    bodyBudgets: BodyBudgets;
  }
  interface FastifyRequest {
    heldBytes: HeldBytes | null;
  }
}

/**
 * Bounds the bytes of large bodies that are being read and handled at once, with a share for each account; before the account
 * is known, for each client network. Bytes count when they have arrived, not when a Content-Length announces them, and until
 * the answer is sent. A body that would not fit is refused before any of it is read.
 */
export function boundBodies(app: App, budgets: BodyBudgets = createBodyBudgets()): void {
  app.decorate("bodyBudgets", budgets);
  app.decorateRequest("heldBytes", null);
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { headers } = request.raw;
    const length = headers["content-length"];
    const bytes = length === undefined ? null : Number(length);
    // Over the route's limit it is refused for its size, and nothing of it is kept.
    const isCounted =
      bytes === null
        ? headers["transfer-encoding"] !== undefined
        : bytes >= smallBytes && bytes <= request.routeOptions.bodyLimit;
    if (!isCounted) done();
    else if (bytes !== null && !hasRoomFor(request, bytes)) done(overloaded());
    else done(null, countedBy(open(request, reply), payload));
  });
  app.addHook("onSend", (request, _reply, _payload, done) => {
    request.heldBytes?.release();
    done();
  });
}

/** Counts bytes that a request brings beyond its body, such as files that it points at. False: there is no room for them. */
export function holdBytes(reply: FastifyReply, bytes: number): boolean {
  return open(reply.request, reply).take(bytes);
}

function hasRoomFor(request: FastifyRequest, bytes: number): boolean {
  const { budget, source } = shareOf(request);
  return budget.taken === 0 || budget.hasRoomFor(bytes, source);
}

function shareOf(request: FastifyRequest): { budget: ByteBudget; source: string } {
  const { members, strangers } = request.server.bodyBudgets;
  const caller = request.authenticatedAs;
  return caller
    ? { budget: members, source: caller.accountId }
    : { budget: strangers, source: networkOf(request.ip ?? "") };
}

function open(request: FastifyRequest, reply: FastifyReply): HeldBytes {
  if (request.heldBytes) return request.heldBytes;
  const { budget, source } = shareOf(request);
  const held = budget.open(source, { mayFillAlone: true });
  request.heldBytes = held;
  // After the client has left, its request may still be at work. It ends with onSend, or says nothing.
  reply.raw.once("close", () => setTimeout(() => held.release(), longestWorkMs).unref());
  return held;
}

/** The stream, until there is no room for more of it. */
function countedBy(held: HeldBytes, payload: Readable): Readable {
  let seen = 0;
  let taken = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      seen += chunk.length;
      if (seen < smallBytes) return next(null, chunk);
      if (!held.take(seen - taken)) return next(overloaded());
      taken = seen;
      next(null, chunk);
    },
  });
  // Nobody reads the body of a GET, of an unknown path or of an unknown content type. Without a listener its error would be thrown.
  counted.on("error", () => undefined);
  payload.on("error", (error) => counted.destroy(error));
  return payload.pipe(counted);
}
