import { type Readable, Transform } from "node:stream";
import { getHeapStatistics } from "node:v8";
import type { FastifyReply, FastifyRequest } from "fastify";
import { overloaded } from "../../errors/index.ts";
import { ByteBudget, type HeldBytes } from "../../memory/index.ts";
import type { App } from "../app.ts";

/** Below this a body is never refused: ten thousand of them, on every connection that we take, still fit. */
const smallBytes = 64 * 1024;
const mostBytes = 256 * 1024 * 1024;
/** A body is there as bytes, as text, as values and as what is made of them, part of it at the same time. */
const heapPerBodyByte = 8;
/** Who has shown no credential gets this part, so that strangers cannot take the room of those who have one. */
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
 * Bounds the bytes of large bodies that are being read and handled at once. A body is counted by the length that it claims, after
 * the caller is known and before any of it is read, until its answer is there. One without a length is counted as it comes.
 */
export function boundBodies(app: App, budgets: BodyBudgets = createBodyBudgets()): void {
  app.decorate("bodyBudgets", budgets);
  app.decorateRequest("heldBytes", null);
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { headers } = request.raw;
    const length = headers["content-length"];
    if (length === undefined) {
      if (headers["transfer-encoding"] === undefined) done();
      else done(null, countedBy(open(request, reply), payload));
      return;
    }
    const bytes = Number(length);
    // Over the route's limit it is refused for its size, and nothing of it is kept.
    const isCounted = bytes >= smallBytes && bytes <= request.routeOptions.bodyLimit;
    if (!isCounted || open(request, reply).take(bytes)) done();
    else done(overloaded());
  });
  app.addHook("onSend", (request, _reply, _payload, done) => {
    request.heldBytes?.release();
    done();
  });
}

/** Counts what a request brings beyond its body, such as files that it points at. False: there is no room for them. */
export function holdBytes(reply: FastifyReply, bytes: number): boolean {
  return open(reply.request, reply).take(bytes);
}

function open(request: FastifyRequest, reply: FastifyReply): HeldBytes {
  if (request.heldBytes) return request.heldBytes;
  const { members, strangers } = request.server.bodyBudgets;
  const held = (request.authenticatedAs ? members : strangers).open();
  request.heldBytes = held;
  // Nobody waits for the answer any more, but what makes it may still be at work; it ends with onSend, or says nothing.
  reply.raw.once("close", () => setTimeout(() => held.release(), longestWorkMs).unref());
  return held;
}

/** The stream, until there is no room for more of it. What a small body would have is free here too. */
function countedBy(held: HeldBytes, payload: Readable): Readable {
  let seen = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      seen += chunk.length;
      const beyond = Math.min(chunk.length, Math.max(0, seen - smallBytes));
      if (beyond === 0 || held.take(beyond)) next(null, chunk);
      else next(overloaded());
    },
  });
  payload.on("error", (error) => counted.destroy(error));
  return payload.pipe(counted);
}
