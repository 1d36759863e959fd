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

/** Sizes of digests by matching type (RFC 6698 §2.1.3). Type 0 is the data itself. */
const DIGEST_BYTES: ReadonlyMap<number, number> = new Map([
  [1, 32],
  [2, 64],
]);

/**
 * Finds the TLSA records of a host, first at the end of its aliases, then at its own name (RFC 7672 §2.2.2). The addresses
 * of the host must be authenticated, because TLSA records prove nothing otherwise (RFC 7672 §2.2).
 */
export async function findTlsa({ dns, host, port }: TlsaQuery): Promise<FoundTlsa> {
  for (const base of new Set([host.canonicalName, host.name])) {
    const answer = await dns.query(`_${port}._tcp.${base}`, "TLSA");
    // RFC 7672 §2.1.2: an attacker may make the lookup fail to disable DANE, so nothing is sent.
    if (!answer.ok && answer.kind === "temporary") return { kind: "temporary", reason: answer.reason };
    if (answer.ok && answer.authenticated && answer.records.length > 0)
      return { kind: "found", records: answer.records.filter(isUsable), at: base };
  }
  return { kind: "none" };
}

/** RFC 7672 §3.1.3: usages 0 and 1 rely on certificate authorities, and mail servers have not agreed on a list of them. */
function isUsable({ usage, selector, matchingType, certificate }: TlsaRecord): boolean {
  const isKnown = (usage === 2 || usage === 3) && (selector === 0 || selector === 1);
  const digestBytes = DIGEST_BYTES.get(matchingType);
  return isKnown && (matchingType === 0 ? certificate.length > 0 : certificate.length === digestBytes);
}
