import type { DnsClient, DnsRecords, MailHost } from "../../dns/index.ts";

export type TlsaRecord = DnsRecords["TLSA"];
export type FoundTlsa =
  | { kind: "none" }
  /** Only those that can be used: an empty list means TLS without a check. */
  | { kind: "found"; records: TlsaRecord[]; at: string }
  | { kind: "temporary"; reason: string };

type Sought = { dns: Pick<DnsClient, "query">; host: Pick<MailHost, "name" | "canonicalName">; port: number };

/** RFC 6698 §2.1.3; 0 is the thing itself. */
const DIGEST_BYTES: ReadonlyMap<number, number> = new Map([
  [1, 32],
  [2, 64],
]);

/**
 * The TLSA records of a host whose addresses were authenticated: with others nothing of this means anything (RFC 7672 §2.2).
 * RFC 7672 §2.2.2: at the end of the host's aliases, or else at its own name.
 */
export async function findTlsa({ dns, host, port }: Sought): Promise<FoundTlsa> {
  for (const base of new Set([host.canonicalName, host.name])) {
    const answer = await dns.query(`_${port}._tcp.${base}`, "TLSA");
    // RFC 7672 §2.1.2: who hides these records wants us to do without; nothing is sent.
    if (!answer.ok && answer.kind === "temporary") return { kind: "temporary", reason: answer.reason };
    if (answer.ok && answer.authenticated && answer.records.length > 0)
      return { kind: "found", records: answer.records.filter(isUsable), at: base };
  }
  return { kind: "none" };
}

/** RFC 7672 §3.1.3: usages 0 and 1 call for authorities that a mail server's sender and receiver have not agreed on. */
function isUsable({ usage, selector, matchingType, certificate }: TlsaRecord): boolean {
  const isKnown = (usage === 2 || usage === 3) && (selector === 0 || selector === 1);
  const digestBytes = DIGEST_BYTES.get(matchingType);
  return isKnown && (matchingType === 0 ? certificate.length > 0 : certificate.length === digestBytes);
}
