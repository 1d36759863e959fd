import type { Answer, DecodedPacket } from "dns-packet";
import type { DnsRecords, DnsType } from "./dns-answer.ts";
import { normalizeName } from "./dns-name.ts";

/** The content of one reply about a name. `name` is the last name in the chain of aliases that the reply contains. */
export type Reading<T extends DnsType> =
  | { kind: "records"; records: DnsRecords[T][]; name: string; ttlSeconds: number }
  | { kind: "alias" | "no_records" | "no_such_domain"; name: string; ttlSeconds: number }
  | { kind: "failure"; reason: string; code?: number };

/** Longer chains of aliases are not legitimate, and each alias may cost a query. */
export const MAX_ALIASES = 8;

export const FORMERR = 1;
const NXDOMAIN = 3;
/** RFC 1035 §4.1.1. After each of these codes, another server may return a result. */
const FAILURES: ReadonlyMap<number, string> = new Map([
  [FORMERR, "did not understand the question (FORMERR)"],
  [2, "failed to resolve the name (SERVFAIL)"],
  [4, "does not support such queries (NOTIMP)"],
  [5, "refused the query (REFUSED)"],
]);

/** Reads a reply that was matched to our question. */
export function readReply<T extends DnsType>(packet: DecodedPacket, name: string, type: T): Reading<T> {
  const code = (packet.flags ?? 0) & 0xf;
  if (code !== 0 && code !== NXDOMAIN)
    return { kind: "failure", code, reason: FAILURES.get(code) ?? `replied with code ${code}` };
  const answers = packet.answers ?? [];
  const end = endOfAliases(answers, { name, type });
  const found = recordsAt(answers, end.name, type);
  if (found.length > 0) {
    const records = found.map((record) => dataOf(record) as DnsRecords[T]);
    return {
      kind: "records",
      records,
      name: end.name,
      ttlSeconds: Math.min(end.ttlSeconds, ...found.map(ttlOf)),
    };
  }
  // RFC 6604 §3: the code applies to the last name of the chain.
  if (code !== NXDOMAIN && end.isAlias) return { kind: "alias", name: end.name, ttlSeconds: end.ttlSeconds };
  const ttlSeconds = Math.min(end.ttlSeconds, negativeTtlOf(packet.authorities ?? []));
  return { kind: code === NXDOMAIN ? "no_such_domain" : "no_records", name: end.name, ttlSeconds };
}

/**
 * Records outside the chain of aliases are ignored, because an attacker may have injected them into the resolver (RFC 5452
 * §6).
 */
function endOfAliases(answers: Answer[], { name, type }: { name: string; type: DnsType }) {
  const end = { name, ttlSeconds: Number.POSITIVE_INFINITY, isAlias: false };
  for (let passed = 0; passed < MAX_ALIASES && type !== "CNAME"; passed += 1) {
    const [alias] = recordsAt(answers, end.name, "CNAME");
    if (alias === undefined) break;
    end.name = dataOf(alias) as string;
    end.ttlSeconds = Math.min(end.ttlSeconds, ttlOf(alias));
    end.isAlias = true;
  }
  return end;
}

function recordsAt(answers: Answer[], name: string, type: DnsType): Answer[] {
  return answers.filter((record) => record.type === type && normalizeName(record.name) === name);
}

function dataOf(record: Answer): unknown {
  switch (record.type) {
    case "CNAME":
    case "NS":
    case "PTR":
      return normalizeName(record.data);
    case "MX":
      return { preference: record.data.preference ?? 0, exchange: normalizeName(record.data.exchange) };
    case "TXT":
      return [record.data].flat().join("");
    default:
      return (record as { data?: unknown }).data;
  }
}

/** RFC 2181 §8: a TTL with the highest bit set counts as 0. */
function ttlOf(record: Answer): number {
  const ttl = (record as { ttl?: number }).ttl ?? 0;
  return ttl > 0x7fff_ffff ? 0 : ttl;
}

/** RFC 2308 §5: the lesser of the SOA's TTL and its MINIMUM field. A negative response without an SOA is not cached. */
function negativeTtlOf(authorities: Answer[]): number {
  const soa = authorities.find((record) => record.type === "SOA");
  return soa ? Math.min(ttlOf(soa), soa.data.minimum ?? 0) : 0;
}
