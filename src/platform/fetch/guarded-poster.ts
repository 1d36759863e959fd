import http, { type Agent, type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { closingOldConnections } from "./closing-old-connections.ts";
import type { GuardExceptions } from "./guard-exceptions.ts";
import { reasonOf } from "./read-response.ts";
import { ADDRESS_TIMEOUT_MS, resolveHost, resolveName } from "./resolve-host.ts";
import { readTarget, reasonToRefuseTarget, type Target } from "./target.ts";
import { writeWithTurn } from "./write-with-turn.ts";

/** Responses may also have this many informational ones before them (RFC 9110 §15.2). */
const MAX_INFORMATIONAL = 20;
/** Only this much of a response is returned. */
const KEPT_BYTES = 1_024;
/** A response that is longer ends its connection. */
const MAX_RESPONSE_BYTES = 65_536;

export type PosterOptions = GuardExceptions & {
  /** Maximum number of connections to one target. */
  maxConnections: number;
  /** The timeout of a whole request, from the DNS query to the end of the response. */
  timeoutMs: number;
  /** Whether private addresses, `http:` and any port are allowed. */
  allowsPrivate: boolean;
};

/** `pool`: only requests of the same pool share connections, so that a slow server in one pool does not delay others. */
export type PostRequest = { body: string; headers: Record<string, string>; pool: string };

/** `error`: why there is no response, as a sentence without a subject. */
export type Answer = { durationMs: number } & (
  | { status: number; retryAfter: string | null; start: string; error: null }
  | { status: null; error: string }
);

/**
 * Posts to URLs that users chose, with the checks of this folder, and keeps connections open for up to 30 s. Each new connection
 * resolves and checks the name again, and connects only to the checked addresses. Redirects are not followed.
 */
export class GuardedPoster {
  readonly #options: PosterOptions;
  /** By pool, then by origin. */
  readonly #pools = new Map<string, Map<string, Agent>>();

  constructor(options: PosterOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async post(url: string, { body, headers, pool }: PostRequest): Promise<Answer> {
    const since = performance.now();
    const ended = (answer: { status: null; error: string } | Omit<Received, "durationMs">): Answer => {
      const durationMs = Math.round(performance.now() - since);
      if (answer.status === null) return { status: null, error: answer.error, durationMs };
      return { ...answer, durationMs };
    };
    const read = readTarget(url);
    if (!read.ok) return ended({ status: null, error: read.reason });
    const refused = await this.#reasonToRefuse(read.target);
    if (refused !== null) return ended({ status: null, error: refused });
    const deadline: Deadline = { isOver: false, request: null };
    const timer = setTimeout(() => {
      deadline.isOver = true;
      deadline.request?.destroy();
    }, this.#options.timeoutMs);
    const send = async () => {
      deadline.request = this.#request(read.target, { body, headers, pool });
      return await receive(deadline.request, deadline);
    };
    try {
      const first = await send();
      // The server closed a kept connection while the request was on its way to it.
      const isStale = first.status === null && first.wasReused && !deadline.isOver;
      return ended(isStale ? await send() : first);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connections of a pool. */
  release(pool: string): void {
    for (const agent of this.#pools.get(pool)?.values() ?? []) agent.destroy();
    this.#pools.delete(pool);
  }

  close(): void {
    for (const pool of this.#pools.keys()) this.release(pool);
  }

  /** A name is checked when a connection to it is opened; an address is not looked up, so it is checked here. */
  async #reasonToRefuse(target: Target): Promise<string | null> {
    const { allow = [], allowsPrivate } = this.#options;
    if (allowsPrivate) return null;
    if (target.isAddress) {
      const resolved = await resolveHost(target, { allow });
      return resolved.ok ? null : resolved.reason;
    }
    return allow.length > 0 ? null : reasonToRefuseTarget(target);
  }

  #request({ url, host, port, isAddress }: Target, { body, headers, pool }: PostRequest): ClientRequest {
    const { request } = url.protocol === "https:" ? https : http;
    const own = { host: url.host, accept: "*/*", "accept-encoding": "identity", connection: "keep-alive" };
    const length = Buffer.byteLength(body);
    const all = { ...own, "content-length": String(length), ...headers };
    const options: RequestOptions & https.RequestOptions = {
      host,
      port,
      path: `${url.pathname}${url.search}`,
      method: "POST",
      // As a list, Node writes them as they are; as an object, it first stores each of them.
      headers: listOf(all),
      agent: this.#agentOf(pool, { url, host, port, isAddress }),
      maxHeaderSize: 16_384,
      // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
      rejectUnauthorized: true,
      minVersion: "TLSv1.2",
      // RFC 6066 §3: an address is not a server name.
      servername: isAddress ? "" : host,
      ...(this.#options.ca !== undefined && { ca: this.#options.ca }),
    };
    // ASCII is the same in both, and is written faster as Latin-1.
    const sent = request(options).end(body, length === body.length ? "latin1" : "utf8");
    sent.once("socket", writeWithTurn);
    return sent;
  }

  #agentOf(pool: string, target: Target): Agent {
    const { origin, protocol } = target.url;
    const agents = this.#pools.get(pool) ?? new Map<string, Agent>();
    this.#pools.set(pool, agents);
    const existing = agents.get(origin);
    if (existing) return existing;
    const { Agent } = protocol === "https:" ? https : http;
    const agent = closingOldConnections(
      new Agent({
        keepAlive: true,
        maxSockets: this.#options.maxConnections,
        lookup: this.#lookup(target),
        autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
      } as http.AgentOptions),
    );
    agents.set(origin, agent);
    return agent;
  }

  /** Returns only checked addresses. An error's message is the reason. */
  #lookup(target: Target): LookupFunction {
    const { allow, resolve, allowsPrivate } = this.#options;
    const addressesOf = async (): Promise<string[]> => {
      if (allowsPrivate) return await (resolve ?? resolveName)(target.host);
      const resolved = await resolveHost(target, { ...(allow && { allow }), ...(resolve && { resolve }) });
      if (!resolved.ok) throw new Refused(resolved.reason);
      return resolved.addresses;
    };
    return (_name, options, callback) => {
      addressesOf().then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
          if (found.length === 0) callback(new Refused("names a host that cannot be found"), "");
          else if (options.all) callback(null, found);
          else callback(null, found[0]?.address ?? "", found[0]?.family);
        },
        (error: Error) =>
          callback(error instanceof Refused ? error : new Refused("names a host that cannot be found"), ""),
      );
    };
  }
}

/** Names and values alternate. `Object.entries(headers).flat()` takes three times as long. */
function listOf(headers: Record<string, string>): string[] {
  const list: string[] = [];
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? "");
  return list;
}

/** A target that must not be reached, and why. */
class Refused extends Error {}

type Received = Extract<Answer, { error: null }>;

type Outcome = { status: null; error: string; wasReused: boolean } | Omit<Received, "durationMs">;

/** When it is over, it ends the request in progress. An AbortSignal for each request costs more processor time. */
type Deadline = { isOver: boolean; request: ClientRequest | null };

function receive(request: ClientRequest, deadline: Deadline): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let informational = 0;
  const fail = (error: string, wasReused = false) => {
    const reason = deadline.isOver ? "leads to a server that takes too long" : error;
    resolve({ status: null, error: reason, wasReused });
    request.destroy();
  };
  request.on("error", (error: Error & { code?: string }) => {
    const wasReused = request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
    fail(error instanceof Refused ? error.message : reasonOf(error), wasReused);
  });
  request.on("information", () => {
    informational += 1;
    if (informational > MAX_INFORMATIONAL) fail("leads to a server whose response is not HTTP");
  });
  request.on("upgrade", (_response, socket) => {
    socket.destroy();
    fail("leads to a server that switches to another protocol");
  });
  request.on("response", (response) => {
    const { statusCode: status = 0, headers } = response;
    const received = (start: string) =>
      resolve({ status, retryAfter: headers["retry-after"] ?? null, start, error: null });
    readStart(response, received, () =>
      fail("leads to a server that closed the connection before the end of its response"),
    );
  });
  return promise;
}

/** Reads to the end, so that the connection can be used again, but not an endless response. */
function readStart(response: IncomingMessage, onStart: (start: string) => void, onCut: () => void): void {
  let start = Buffer.alloc(0);
  let length = 0;
  const textOfStart = () =>
    start
      .toString()
      .replace(/[\p{Cc}\uFFFD]+/gu, " ")
      .trim();
  response.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (start.length < KEPT_BYTES)
      start = Buffer.concat([start, chunk.subarray(0, KEPT_BYTES - start.length)]);
    if (length <= MAX_RESPONSE_BYTES) return;
    onStart(textOfStart());
    response.destroy();
  });
  response.once("end", () => onStart(textOfStart()));
  // After the end of a response, or a cut above, they have no effect.
  response.once("error", onCut);
  response.once("close", onCut);
}
