import type { TLSSocket } from "node:tls";
import { chainOf, reasonToRefuseChain } from "./dane/reason-to-refuse-chain.ts";
import type { TlsPolicy } from "./tls-policy.ts";

type Peer = Pick<TLSSocket, "authorized" | "authorizationError" | "getPeerCertificate">;

/**
 * Returns the reason why nothing may be sent over this connection, or null. Called after the handshake. The connection must
 * use `rejectUnauthorized: false`, `minVersion: "TLSv1.2"` and the host's name as `servername`, and must not resume an
 * earlier session, which would have no chain.
 */
export function reasonToRefusePeer(
  policy: Exclude<TlsPolicy, { kind: "temporary" }>,
  peer: Peer,
  now: Date = new Date(),
): string | null {
  if (policy.kind === "opportunistic") return null;
  // RFC 8461 §4.2.
  if (policy.by === "mta-sts") return peer.authorized ? null : describeError(peer.authorizationError);
  // RFC 7672 §2.2: if no record is usable, TLS is required but any certificate is accepted.
  if (policy.records.length === 0) return null;
  return reasonToRefuseChain(chainOf(peer.getPeerCertificate(true)), { ...policy, now });
}

/** The error codes of Node and OpenSSL. */
const CERTIFICATE_ERRORS: ReadonlyMap<string, string> = new Map([
  ["CERT_HAS_EXPIRED", "has expired"],
  ["CERT_NOT_YET_VALID", "is not yet valid"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "is self-signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "was issued by an authority that is not trusted"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "was issued by an authority that is not trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "was issued by an authority that is not trusted"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "is for another name"],
]);

function describeError(error: Error | string | null): string {
  const code =
    error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : (error ?? "");
  return `the server's certificate ${CERTIFICATE_ERRORS.get(code) ?? `cannot be verified (${code})`}`;
}
