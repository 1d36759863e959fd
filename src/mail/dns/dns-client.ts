import { getServers } from "node:dns";
import { askServer, type Question } from "./ask-server.ts";
import type { DnsAnswer, DnsType } from "./dns-answer.ts";
import { type CacheOptions, DnsCache, MAX_KEPT_BYTES } from "./dns-cache.ts";
import { isDnsName, normalizeName, sayName } from "./dns-name.ts";
import { type NameServer, nameServerOf } from "./name-server.ts";
import { FORMERR, MAX_ALIASES, type Reading, readReply } from "./read-reply.ts";

/** How long a query may take. */
export type DnsPatience = {
  /** The timeout of one query to one server. */
  timeoutMs: number;
  /** How many times all servers are tried. */
  tries: number;
};

export type DnsClientOptions = Partial<DnsPatience> & {
  /** "ip", "ip:port" or "[ipv6]:port", in the order in which they are tried. Default: the system's servers. */
  servers?: readonly string[] | undefined;
  /** Whether to trust the AD flag. Default: only from a resolver on this machine (RFC 7672 §2.1.1). */
  trustAuthenticated?: boolean | undefined;
  cache?: CacheOptions | undefined;
};

type Query<T extends DnsType> = DnsPatience & { name: string; type: T };
type ServerAnswer<T extends DnsType> = { reading: Reading<T>; authenticated: boolean; sizeBytes: number };
/** `keptSeconds` is how long the answer may be cached. */
type Found<T extends DnsType> = { answer: DnsAnswer<T>; keptSeconds: number };

/** Queries recursive resolvers. Only the constructor throws, for an invalid server. */
export class DnsClient {
  readonly #servers: readonly NameServer[];
  readonly #timeoutMs: number;
  readonly #tries: number;
  readonly #cache: DnsCache;
  readonly #inFlight = new Map<string, Promise<DnsAnswer<DnsType>>>();
  /**
   * The index of the server that last sent a usable response. It is tried first, so that a dead server costs only one
   * timeout.
   */
  #first = 0;

  constructor(options: DnsClientOptions = {}) {
    const { servers = getServers(), timeoutMs = 4_000, tries = 2 } = options;
    this.#servers = servers.map((text) => nameServerOf(text, options.trustAuthenticated));
    this.#timeoutMs = timeoutMs;
    this.#tries = tries;
    this.#cache = new DnsCache(options.cache);
  }

  /**
   * The records of a name, through all its aliases. Equal queries at the same time are sent once. `fresh` bypasses the
   * cache, so that a record that was just corrected is found. An equal query that is already in flight is shared, with its
   * own timeout and tries.
   */
  query<T extends DnsType>(
    name: string,
    type: T,
    options: { fresh?: boolean } & Partial<DnsPatience> = {},
  ): Promise<DnsAnswer<T>> {
    const normalized = normalizeName(name);
    if (!isDnsName(normalized))
      return Promise.resolve(noSuchDomain(`${sayName(name)} is not a valid DNS name.`));
    const key = `${type} ${normalized}`;
    const { timeoutMs = this.#timeoutMs, tries = this.#tries } = options;
    const fromCache = options.fresh ? undefined : this.#cache.get(key);
    const cached = fromCache
      ? Promise.resolve(fromCache)
      : (this.#inFlight.get(key) ?? this.#begin(key, { name: normalized, type, timeoutMs, tries }));
    return cached as Promise<DnsAnswer<T>>;
  }

  #begin<T extends DnsType>(key: string, query: Query<T>): Promise<DnsAnswer<T>> {
    const answer = this.#resolve(query).then(({ answer, keptSeconds }) => {
      this.#cache.keep(key, answer, keptSeconds);
      this.#inFlight.delete(key);
      return answer;
    });
    this.#inFlight.set(key, answer);
    return answer;
  }

  /** Resolvers normally follow aliases themselves. If one stops at an alias, the target of the alias is queried here. */
  async #resolve<T extends DnsType>(query: Query<T>): Promise<Found<T>> {
    const { name, type } = query;
    const passed = new Set<string>();
    let current = name;
    let authenticated = true;
    let keptSeconds = Number.POSITIVE_INFINITY;
    while (!passed.has(current) && passed.size <= MAX_ALIASES) {
      passed.add(current);
      const { reading, ...response } = await this.#ask({ ...query, name: current });
      if (reading.kind === "failure")
        return temporary(`The ${type} records of ${name} cannot be looked up: ${reading.reason}.`);
      authenticated &&= response.authenticated;
      keptSeconds = response.sizeBytes > MAX_KEPT_BYTES ? 0 : Math.min(keptSeconds, reading.ttlSeconds);
      if (reading.kind !== "alias")
        return { answer: answerOf(reading, { authenticated, ttlSeconds: keptSeconds }), keptSeconds };
      current = reading.name;
      if (!isDnsName(current)) return temporary(`${name} is an alias (CNAME) of an invalid name.`);
    }
    return temporary(`The aliases (CNAME) of ${name} form a loop, or are too many.`);
  }

  async #ask<T extends DnsType>({ tries, ...query }: Query<T>): Promise<ServerAnswer<T>> {
    let reason = "no name server is configured";
    let withEdns = true;
    for (let turn = 0; turn < tries * this.#servers.length; turn += 1) {
      const index = this.#first;
      const server = this.#servers[index] as NameServer;
      const answer: ServerAnswer<T> = await askOne(server, {
        ...query,
        withEdns,
      });
      if (answer.reading.kind !== "failure") return answer;
      reason = `the name server ${server.address} ${answer.reading.reason}`;
      // RFC 6891 §7: a server without EDNS may reject a query that uses it.
      withEdns = answer.reading.code !== FORMERR;
      this.#first = (index + 1) % this.#servers.length;
    }
    return failedAnswer(reason);
  }
}

async function askOne<T extends DnsType>(
  server: NameServer,
  question: Question<T>,
): Promise<ServerAnswer<T>> {
  const reply = await askServer(server, question);
  if (!reply.ok) return failedAnswer(reply.reason);
  const { packet, sizeBytes } = reply;
  const reading = readReply(packet, question.name, question.type);
  return { reading, authenticated: packet.flag_ad && server.isTrusted, sizeBytes };
}

function failedAnswer<T extends DnsType>(reason: string): ServerAnswer<T> {
  return { reading: { kind: "failure", reason }, authenticated: false, sizeBytes: 0 };
}

function answerOf<T extends DnsType>(
  reading: Exclude<Reading<T>, { kind: "failure" }>,
  details: { authenticated: boolean; ttlSeconds: number },
): DnsAnswer<T> {
  if (reading.kind === "no_such_domain")
    return noSuchDomain(`The domain ${sayName(reading.name)} does not exist.`);
  const records = reading.kind === "records" ? reading.records : [];
  return { ok: true, records, canonicalName: reading.name, ...details };
}

function noSuchDomain(reason: string) {
  return { ok: false, kind: "no_such_domain", reason } as const;
}

function temporary<T extends DnsType>(reason: string): Found<T> {
  return { answer: { ok: false, kind: "temporary", reason }, keptSeconds: Number.POSITIVE_INFINITY };
}
