import { getServers } from "node:dns";
import { askServer, type Question } from "./ask-server.ts";
import type { DnsAnswer, DnsType } from "./dns-answer.ts";
import { type CacheOptions, DnsCache, MAX_KEPT_BYTES } from "./dns-cache.ts";
import { isDnsName, normalizeName, sayName } from "./dns-name.ts";
import { type NameServer, nameServerOf } from "./name-server.ts";
import { FORMERR, MAX_ALIASES, type Reading, readReply } from "./read-reply.ts";

export type DnsClientOptions = {
  /** "ip", "ip:port" or "[ipv6]:port", in the order in which they are asked. The system's when left out. */
  servers?: readonly string[] | undefined;
  /** For one question to one server. */
  timeoutMs?: number | undefined;
  /** How often the round of servers is made. */
  tries?: number | undefined;
  /** Whether the AD flag counts. Left out: from a resolver on this machine only (RFC 7672 §2.1.1). */
  trustAuthenticated?: boolean | undefined;
  cache?: CacheOptions | undefined;
};

type Told<T extends DnsType> = { reading: Reading<T>; authenticated: boolean; sizeBytes: number };
/** `keptSeconds` is how long it may be given again. */
type Found<T extends DnsType> = { answer: DnsAnswer<T>; keptSeconds: number };

/** Asks recursive resolvers. Nothing it does throws but its constructor, for a server that is none. */
export class DnsClient {
  readonly #servers: readonly NameServer[];
  readonly #timeoutMs: number;
  readonly #tries: number;
  readonly #cache: DnsCache;
  readonly #underWay = new Map<string, Promise<DnsAnswer<DnsType>>>();
  /** The one that answered last is asked first, so that a dead one costs its timeout once and not each time. */
  #first = 0;

  constructor(options: DnsClientOptions = {}) {
    const { servers = getServers(), timeoutMs = 4_000, tries = 2 } = options;
    this.#servers = servers.map((text) => nameServerOf(text, options.trustAuthenticated));
    this.#timeoutMs = timeoutMs;
    this.#tries = tries;
    this.#cache = new DnsCache(options.cache);
  }

  /** The records of a name, through all its aliases. Equal questions at the same time are asked once. */
  query<T extends DnsType>(name: string, type: T): Promise<DnsAnswer<T>> {
    const asked = normalizeName(name);
    if (!isDnsName(asked))
      return Promise.resolve(noSuchDomain(`${sayName(name)} is no name that DNS could hold.`));
    const key = `${type} ${asked}`;
    const known = this.#cache.get(key);
    const answer = known
      ? Promise.resolve(known)
      : (this.#underWay.get(key) ?? this.#begin(key, asked, type));
    return answer as Promise<DnsAnswer<T>>;
  }

  #begin<T extends DnsType>(key: string, name: string, type: T): Promise<DnsAnswer<T>> {
    const answer = this.#resolve(name, type).then(({ answer, keptSeconds }) => {
      this.#cache.keep(key, answer, keptSeconds);
      this.#underWay.delete(key);
      return answer;
    });
    this.#underWay.set(key, answer);
    return answer;
  }

  /** A resolver follows aliases by itself; where one stopped on the way, the rest is asked for. */
  async #resolve<T extends DnsType>(name: string, type: T): Promise<Found<T>> {
    const passed = new Set<string>();
    let current = name;
    let authenticated = true;
    let keptSeconds = Number.POSITIVE_INFINITY;
    while (!passed.has(current) && passed.size <= MAX_ALIASES) {
      passed.add(current);
      const { reading, ...told } = await this.#ask(current, type);
      if (reading.kind === "failure")
        return temporary(`The ${type} records of ${name} cannot be looked up: ${reading.reason}.`);
      authenticated &&= told.authenticated;
      keptSeconds = told.sizeBytes > MAX_KEPT_BYTES ? 0 : Math.min(keptSeconds, reading.ttlSeconds);
      if (reading.kind !== "alias")
        return { answer: answerOf(reading, { authenticated, ttlSeconds: keptSeconds }), keptSeconds };
      current = reading.name;
      if (!isDnsName(current)) return temporary(`${name} is an alias (CNAME) of something that is no name.`);
    }
    return temporary(`The aliases (CNAME) of ${name} lead in a circle, or are too many.`);
  }

  async #ask<T extends DnsType>(name: string, type: T): Promise<Told<T>> {
    let reason = "no name server is set";
    let withEdns = true;
    for (let turn = 0; turn < this.#tries * this.#servers.length; turn += 1) {
      const index = this.#first;
      const server = this.#servers[index] as NameServer;
      const told: Told<T> = await askOne(server, { name, type, timeoutMs: this.#timeoutMs, withEdns });
      if (told.reading.kind !== "failure") return told;
      reason = `the name server ${server.address} ${told.reading.reason}`;
      // RFC 6891 §7: a server that knows no EDNS may call it a problem.
      withEdns = told.reading.code !== FORMERR;
      this.#first = (index + 1) % this.#servers.length;
    }
    return unsaid(reason);
  }
}

async function askOne<T extends DnsType>(server: NameServer, question: Question<T>): Promise<Told<T>> {
  const reply = await askServer(server, question);
  if (!reply.ok) return unsaid(reply.reason);
  const { packet, sizeBytes } = reply;
  const reading = readReply(packet, question.name, question.type);
  return { reading, authenticated: packet.flag_ad && server.isTrusted, sizeBytes };
}

function unsaid<T extends DnsType>(reason: string): Told<T> {
  return { reading: { kind: "failure", reason }, authenticated: false, sizeBytes: 0 };
}

function answerOf<T extends DnsType>(
  reading: Exclude<Reading<T>, { kind: "failure" }>,
  told: { authenticated: boolean; ttlSeconds: number },
): DnsAnswer<T> {
  if (reading.kind === "no_such_domain")
    return noSuchDomain(`The domain ${sayName(reading.name)} does not exist.`);
  const records = reading.kind === "records" ? reading.records : [];
  return { ok: true, records, canonicalName: reading.name, ...told };
}

function noSuchDomain(reason: string) {
  return { ok: false, kind: "no_such_domain", reason } as const;
}

function temporary<T extends DnsType>(reason: string): Found<T> {
  return { answer: { ok: false, kind: "temporary", reason }, keptSeconds: Number.POSITIVE_INFINITY };
}
