import type { TLSSocket } from "node:tls";
import { chainOf, reasonToRefuseChain } from "./dane/reason-to-refuse-chain.ts";
import type { TlsPolicy } from "./tls-policy.ts";

type Peer = Pick<TLSSocket, "authorized" | "authorizationError" | "getPeerCertificate">;

/**
 * Why nothing may be sent over a connection whose handshake is done, or null. The connection was made with `rejectUnauthorized:
 * false`, `minVersion: "TLSv1.2"` and the host's name as `servername`, and resumes no earlier one, which would show no chain.
 */
export function reasonToRefusePeer(
  policy: Exclude<TlsPolicy, { kind: "temporary" }>,
  peer: Peer,
  now: Date = new Date(),
): string | null {
  if (policy.kind === "opportunistic") return null;
  // RFC 8461 §4.2.
  if (policy.by === "mta-sts") return peer.authorized ? null : sayError(peer.authorizationError);
  // RFC 7672 §2.2: records none of which can be used ask for TLS, and for nothing of the certificate.
  if (policy.records.length === 0) return null;
  return reasonToRefuseChain(chainOf(peer.getPeerCertificate(true)), { ...policy, now });
}

/** As Node and OpenSSL name them. */
const FAULTS: ReadonlyMap<string, string> = new Map([
  ["CERT_HAS_EXPIRED", "has expired"],
  ["CERT_NOT_YET_VALID", "is not yet valid"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "is self-signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "hangs on an authority that nobody here trusts"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "hangs on an authority that nobody here trusts"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "hangs on an authority that nobody here trusts"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "is for another name"],
]);

function sayError(error: Error | string | null): string {
  const code =
    error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : (error ?? "");
  return `the server's certificate ${FAULTS.get(code) ?? `cannot be verified (${code})`}`;
}
