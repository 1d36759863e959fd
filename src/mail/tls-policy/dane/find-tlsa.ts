import type { DnsClient, DnsRecords, MailHost } from "../../dns/index.ts";

export type TlsaRecord = DnsRecords["TLSA"];
export type FoundTlsa =
  | { kind: "none" }
  /** Usable records only. An empty list means TLS without verification. */
  | { kind: "found"; records: TlsaRecord[]; at: string }
  | { kind: "temporary"; reason: string };

type TlsaQuery = {
  dns: Pick<DnsClient, "query">;
  host: Pick<MailHost, "name" | "canonicalName">;
  port: number;
};

/** RFC 6698 §2.1.3. Matching type 0 is the data itself. */
const DIGEST_BYTES: ReadonlyMap<number, number> = new Map([
  [1, 32],
  [2, 64],
]);

/**
 * The TLSA records of a host with authenticated addresses; without those, TLSA records have no value (RFC 7672 §2.2). RFC
 * 7672 §2.2.2: at the end of the host's aliases, otherwise at its own name.
 */
export async function findTlsa({ dns, host, port }: TlsaQuery): Promise<FoundTlsa> {
  for (const base of new Set([host.canonicalName, host.name])) {
    const answer = await dns.query(`_${port}._tcp.${base}`, "TLSA");
    // RFC 7672 §2.1.2: an attacker may hide these records to disable DANE, so nothing is sent.
    if (!answer.ok && answer.kind === "temporary") return { kind: "temporary", reason: answer.reason };
    if (answer.ok && answer.authenticated && answer.records.length > 0)
      return { kind: "found", records: answer.records.filter(isUsable), at: base };
  }
  return { kind: "none" };
}

/** RFC 7672 §3.1.3: usages 0 and 1 require certificate authorities that mail servers have not agreed on. */
function isUsable({ usage, selector, matchingType, certificate }: TlsaRecord): boolean {
  const isKnown = (usage === 2 || usage === 3) && (selector === 0 || selector === 1);
  const digestBytes = DIGEST_BYTES.get(matchingType);
  return isKnown && (matchingType === 0 ? certificate.length > 0 : certificate.length === digestBytes);
}
