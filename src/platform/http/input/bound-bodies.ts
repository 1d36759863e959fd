import { type Readable, Transform } from "node:stream";
import { getHeapStatistics } from "node:v8";
import type { FastifyReply, FastifyRequest } from "fastify";
import { overloaded } from "../../errors/index.ts";
import { ByteBudget, type HeldBytes } from "../../memory/index.ts";
import { networkOf } from "../../network/index.ts";
import type { App } from "../app.ts";

/** A smaller body is never refused: ten thousand of them, one on every connection, still fit. */
const SMALL_BYTES = 64 * 1024;
const MAX_BUDGET_BYTES = 256 * 1024 * 1024;
/**
 * While a request is handled, its body exists as bytes, as text, as parsed values and as the result, partly at the same
 * time.
 */
const HEAP_PER_BODY_BYTE = 8;
/** Clients without a credential share this part of the budget, so that they cannot block clients with one. */
const STRANGERS_SHARE = 1 / 8;
/** The files that a request references may take 30 s to fetch, and the statement that stores them another 30 s. */
const MAX_WORK_MS = 60_000;

export type BodyBudgets = { members: ByteBudget; strangers: ByteBudget };

/** The budgets of one process: a share of its maximum heap. */
export function createBodyBudgets(
  limit = Math.min(MAX_BUDGET_BYTES, getHeapStatistics().heap_size_limit / HEAP_PER_BODY_BYTE),
): BodyBudgets {
  return { members: new ByteBudget(limit), strangers: new ByteBudget(limit * STRANGERS_SHARE) };
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
 * Limits the bytes of large bodies that are read and handled at the same time, with a share per account, or per client
 * network before the account is known. Bytes count from their arrival, not from a declared Content-Length, until the
 * response is sent. A body that would not fit is refused unread.
 */
export function boundBodies(app: App, budgets: BodyBudgets = createBodyBudgets()): void {
  app.decorate("bodyBudgets", budgets);
  app.decorateRequest("heldBytes", null);
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { headers } = request.raw;
    const length = headers["content-length"];
    const bytes = length === undefined ? null : Number(length);
    // A body over the route's limit needs no count, because it is refused without being read.
    const isCounted =
      bytes === null
        ? headers["transfer-encoding"] !== undefined
        : bytes >= SMALL_BYTES && bytes <= request.routeOptions.bodyLimit;
    if (!isCounted) done();
    else if (bytes !== null && !hasRoomFor(request, bytes)) done(overloaded());
    else done(null, countedBy(open(request, reply), payload));
  });
  app.addHook("onSend", ({ heldBytes }, { raw }, _payload, done) => {
    if (raw.destroyed) heldBytes?.release();
    // A large response is in memory until the client has received it.
    else if (heldBytes) for (const end of ["finish", "close"]) raw.once(end, () => heldBytes.release());
    done();
  });
}

/**
 * Counts bytes of a request beyond its body, such as files that it references. `owner`: the account, if the request proves it without
 * a credential. @returns false when the budget has no room for them
 */
export function holdBytes(reply: FastifyReply, bytes: number, owner?: string): boolean {
  return open(reply.request, reply, owner).take(bytes);
}

function hasRoomFor(request: FastifyRequest, bytes: number): boolean {
  const { budget, source } = shareOf(request);
  return budget.taken === 0 || budget.hasRoomFor(bytes, source);
}

function shareOf(
  request: FastifyRequest,
  owner = request.authenticatedAs?.accountId,
): { budget: ByteBudget; source: string } {
  const { members, strangers } = request.server.bodyBudgets;
  return owner !== undefined
    ? { budget: members, source: owner }
    : { budget: strangers, source: networkOf(request.ip ?? "") };
}

function open(request: FastifyRequest, reply: FastifyReply, owner?: string): HeldBytes {
  if (request.heldBytes) return request.heldBytes;
  const { budget, source } = shareOf(request, owner);
  const held = budget.open(source, { mayFillAlone: true });
  request.heldBytes = held;
  // The work for a request may continue after the client disconnected, and may end without an event, so the bytes are
  // released after a delay.
  reply.raw.once("close", () => setTimeout(() => held.release(), MAX_WORK_MS).unref());
  return held;
}

/** Passes the stream through until the budget is used up. */
function countedBy(held: HeldBytes, payload: Readable): Readable {
  let seen = 0;
  let takenBytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      seen += chunk.length;
      if (seen < SMALL_BYTES) return next(null, chunk);
      if (!held.take(seen - takenBytes)) return next(overloaded());
      takenBytes = seen;
      next(null, chunk);
    },
  });
  // The body of a GET, an unknown path or an unknown content type is never read. Without this listener, an error of the
  // stream would end the process.
  counted.on("error", () => undefined);
  payload.on("error", (error) => counted.destroy(error));
  return payload.pipe(counted);
}
