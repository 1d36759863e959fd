import { createHash, X509Certificate } from "node:crypto";
import type { DetailedPeerCertificate } from "node:tls";
import type { TlsaRecord } from "./find-tlsa.ts";

export type DaneTerms = {
  records: readonly TlsaRecord[];
  /** With usage 2, the certificate must be for one of these names (RFC 7672 §3.2.2). */
  names: readonly string[];
};

/** No real server sends a longer chain. */
const MAX_CHAIN = 10;
const DIGESTS: ReadonlyMap<number, string> = new Map([
  [1, "sha256"],
  [2, "sha512"],
]);

/** The certificates that a peer sent, its own first, each followed by its issuer. */
export function chainOf(peer: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next: DetailedPeerCertificate | undefined = peer;
  while (next?.raw && chain.length < MAX_CHAIN) {
    chain.push(new X509Certificate(next.raw));
    // A root certificate is its own issuer.
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return chain;
}

/**
 * Returns the reason why a chain does not match the TLSA records, or null. Node has verified only that the peer has the
 * first certificate's key.
 */
export function reasonToRefuseChain(
  chain: readonly X509Certificate[],
  { records, names, now }: DaneTerms & { now: Date },
): string | null {
  const [leaf, ...issuers] = chain;
  if (leaf === undefined) return "the server sent no certificate";
  // RFC 7672 §3.1.1: with usage 3, only the match counts; names and dates are ignored.
  if (records.some((record) => record.usage === 3 && matches(record, leaf))) return null;
  const isAnchor = (certificate: X509Certificate) =>
    records.some((record) => record.usage === 2 && matches(record, certificate));
  const depth = issuers.findIndex(isAnchor);
  if (depth === -1) return "the server's certificate does not match its TLSA records";
  // RFC 7672 §3.1.2, §3.2.3.
  if (!names.some((name) => leaf.checkHost(name) !== undefined))
    return `the server's certificate is not for ${names.join(" or ")}`;
  return errorInPath(chain.slice(0, depth + 2), now);
}

/** Checks the path from the server's own certificate up to the anchor. */
function errorInPath(path: readonly X509Certificate[], now: Date): string | null {
  for (const [n, certificate] of path.entries()) {
    if (now < certificate.validFromDate || now > certificate.validToDate)
      return n === 0
        ? "the server's certificate has expired or is not yet valid"
        : "an issuer of the server's certificate has expired or is not yet valid";
    const issuer = path[n + 1];
    if (issuer && !(issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)))
      return "the server's certificate was not issued by the authority in its TLSA records";
  }
  return null;
}

function matches(
  { selector, matchingType, certificate }: TlsaRecord,
  peerCertificate: X509Certificate,
): boolean {
  const data =
    selector === 0 ? peerCertificate.raw : peerCertificate.publicKey.export({ type: "spki", format: "der" });
  const digest = DIGESTS.get(matchingType);
  return certificate.equals(digest === undefined ? data : createHash(digest).update(data).digest());
}
