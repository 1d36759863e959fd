import type { Answer, DecodedPacket } from "dns-packet";
import type { DnsRecords, DnsType } from "./dns-answer.ts";
import { normalizeName } from "./dns-name.ts";

/** What one reply says of a name. `name` is where its aliases lead, as far as the reply itself tells. */
export type Reading<T extends DnsType> =
  | { kind: "records"; records: DnsRecords[T][]; name: string; ttlSeconds: number }
  | { kind: "alias" | "no_records" | "no_such_domain"; name: string; ttlSeconds: number }
  | { kind: "failure"; reason: string; code?: number };

/** A name with more aliases in a row than this means no good; each may cost a question. */
export const MAX_ALIASES = 8;

export const FORMERR = 1;
const NXDOMAIN = 3;
/** RFC 1035 §4.1.1. Of all these another server may think otherwise. */
const FAILURES: ReadonlyMap<number, string> = new Map([
  [FORMERR, "did not understand the question (FORMERR)"],
  [2, "could not find out (SERVFAIL)"],
  [4, "does not answer such questions (NOTIMP)"],
  [5, "refused to answer (REFUSED)"],
]);

/** Reads a reply to a question that was made sure to be ours. */
export function readReply<T extends DnsType>(packet: DecodedPacket, name: string, type: T): Reading<T> {
  const code = (packet.flags ?? 0) & 0xf;
  if (code !== 0 && code !== NXDOMAIN)
    return { kind: "failure", code, reason: FAILURES.get(code) ?? `answered with code ${code}` };
  const answers = packet.answers ?? [];
  const end = endOfAliases(answers, { name, type });
  const found = recordsAt(answers, end.name, type);
  if (found.length > 0) {
    const records = found.map((answer) => dataOf(answer) as DnsRecords[T]);
    return {
      kind: "records",
      records,
      name: end.name,
      ttlSeconds: Math.min(end.ttlSeconds, ...found.map(ttlOf)),
    };
  }
  // RFC 6604 §3: the code speaks of the last name of the chain.
  if (code !== NXDOMAIN && end.isAlias) return { kind: "alias", name: end.name, ttlSeconds: end.ttlSeconds };
  const ttlSeconds = Math.min(end.ttlSeconds, negativeTtlOf(packet.authorities ?? []));
  return { kind: code === NXDOMAIN ? "no_such_domain" : "no_records", name: end.name, ttlSeconds };
}

/** Records of names that the chain does not pass are nobody's answer: a resolver may have been fed them (RFC 5452 §6). */
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
  return answers.filter((answer) => answer.type === type && normalizeName(answer.name) === name);
}

function dataOf(answer: Answer): unknown {
  switch (answer.type) {
    case "CNAME":
    case "NS":
    case "PTR":
      return normalizeName(answer.data);
    case "MX":
      return { preference: answer.data.preference ?? 0, exchange: normalizeName(answer.data.exchange) };
    case "TXT":
      return [answer.data].flat().join("");
    default:
      return (answer as { data?: unknown }).data;
  }
}

/** RFC 2181 §8: with the highest bit set it counts as 0. */
function ttlOf(answer: Answer): number {
  const ttl = (answer as { ttl?: number }).ttl ?? 0;
  return ttl > 0x7fff_ffff ? 0 : ttl;
}

/** RFC 2308 §5: the lesser of the SOA's own time and its last field; without an SOA a denial is not kept. */
function negativeTtlOf(authorities: Answer[]): number {
  const soa = authorities.find((answer) => answer.type === "SOA");
  return soa ? Math.min(ttlOf(soa), soa.data.minimum ?? 0) : 0;
}
