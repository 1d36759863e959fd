import { type Answer, AUTHENTIC_DATA, encode, RECURSION_AVAILABLE, TRUNCATED_RESPONSE } from "dns-packet";

/**
 * truncated: only the TC bit over UDP, the full response over TCP. no_tcp: the same, but TCP connections are closed. wrong_id,
 * wrong_question: a forged response. wrong_name: the records of another name. garbage: not a DNS message.
 */
export type DnsError =
  | "servfail"
  | "refused"
  | "formerr"
  | "formerr_for_edns"
  | "nxdomain"
  | "timeout"
  | "truncated"
  | "no_tcp"
  | "wrong_id"
  | "wrong_question"
  | "wrong_name"
  | "garbage";

export type DnsEntry = {
  /** In the form of dns-packet: "192.0.2.1", { preference, exchange }, … */
  records?: unknown[];
  ttl?: number;
  /** The AD flag. */
  authenticated?: boolean;
  problem?: DnsError;
  /** A forged response that arrives before the real one. */
  precededBy?: DnsEntry;
  /** For an alias: the response has only the alias, and the client has to resolve its target. */
  stopsHere?: boolean;
  /** The wait before a response over UDP. */
  delayMs?: number;
};

/**
 * The entries of the stub server, keyed by name and type: "example.com MX". A name exists if the zone has a key for it or
 * for a name below it; any other name gets NXDOMAIN.
 */
export type DnsZone = Map<string, DnsEntry>;

export type DnsQuestion = {
  name: string;
  type: string;
  transport: "udp" | "tcp";
  id: number;
  port: number;
  edns: boolean;
};

/** The limit of RFC 1035 §4.2.1, and the one that Posthouse announces by EDNS. */
const UDP_BYTES = 512;
const EDNS_BYTES = 1_232;
const CODES: ReadonlyMap<string, number> = new Map([
  ["formerr", 1],
  ["servfail", 2],
  ["nxdomain", 3],
  ["refused", 5],
]);
const SOA = {
  mname: "ns.test",
  rname: "admin.test",
  serial: 1,
  refresh: 1,
  retry: 1,
  expire: 1,
  minimum: 60,
};

/** The packets of a response, in the order in which they are sent. */
export function repliesFrom(zone: DnsZone, question: DnsQuestion): Buffer[] {
  const entry = zone.get(`${question.name} ${question.type}`) ?? {};
  const replies = entry.precededBy ? replyWith(zone, question, entry.precededBy) : [];
  return [...replies, ...replyWith(zone, question, entry)];
}

function replyWith(zone: DnsZone, question: DnsQuestion, entry: DnsEntry): Buffer[] {
  const { problem } = entry;
  if (problem === "timeout" || (problem === "no_tcp" && question.transport === "tcp")) return [];
  if (problem === "garbage") return [Buffer.from("garbage")];
  const answers = answersTo(zone, question, entry);
  const code = codeOf(zone, question, { entry, answers });
  const whole = packet(question, { entry, answers: code === 0 || code === 3 ? answers : [], code });
  const room = question.edns ? EDNS_BYTES : UDP_BYTES;
  const isTooLong = whole.length > room || problem === "truncated" || problem === "no_tcp";
  if (question.transport === "tcp" || !isTooLong) return [whole];
  return [packet(question, { entry, answers: [], code, flags: TRUNCATED_RESPONSE })];
}

/** Resolves like a recursive resolver: with all aliases on the way. */
function answersTo(zone: DnsZone, { name, type }: DnsQuestion, entry: DnsEntry): Answer[] {
  const owner = entry.problem === "wrong_name" ? `other.${name}` : name;
  const own = answersOf(owner, type, entry);
  if (own.length > 0 || type === "CNAME") return own;
  const answers: Answer[] = [];
  let current = name;
  for (let passed = 0; passed < 4; passed += 1) {
    const alias = zone.get(`${current} CNAME`);
    if (alias === undefined) break;
    answers.push(...answersOf(current, "CNAME", alias));
    current = String(alias.records?.[0]);
    if (alias.stopsHere) return answers;
  }
  return current === name
    ? answers
    : [...answers, ...answersOf(current, type, zone.get(`${current} ${type}`) ?? {})];
}

function answersOf(name: string, type: string, { records = [], ttl = 300 }: DnsEntry): Answer[] {
  return records.map((data) => ({ name, type, ttl, class: "IN", data }) as Answer);
}

function codeOf(
  zone: DnsZone,
  { name, edns }: DnsQuestion,
  { entry, answers }: { entry: DnsEntry; answers: Answer[] },
): number {
  if (entry.problem === "formerr_for_edns") return edns ? 1 : 0;
  const code = CODES.get(entry.problem ?? "");
  if (code !== undefined) return code;
  const last = answers.at(-1);
  const end = last?.type === "CNAME" && !zone.get(`${last.name} CNAME`)?.stopsHere ? last.data : name;
  return answers.some(({ type }) => type !== "CNAME") || exists(zone, end) ? 0 : 3;
}

/** RFC 8020: a name exists when something below it does. */
function exists(zone: DnsZone, name: string): boolean {
  return zone.keys().some((key) => key.startsWith(`${name} `) || key.includes(`.${name} `));
}

function packet(
  { id, name, type }: DnsQuestion,
  { entry, answers, code, flags = 0 }: { entry: DnsEntry; answers: Answer[]; code: number; flags?: number },
): Buffer {
  const { problem, authenticated = false, ttl = 300 } = entry;
  return encode({
    type: "response",
    id: problem === "wrong_id" ? (id + 1) % 0x10000 : id,
    flags: RECURSION_AVAILABLE | flags | code | (authenticated ? AUTHENTIC_DATA : 0),
    questions: [{ name: problem === "wrong_question" ? `other.${name}` : name, type: type as "A" }],
    answers,
    authorities: answers.some((answer) => answer.type === type)
      ? []
      : [{ type: "SOA", name: "test", ttl, data: SOA }],
  });
}
