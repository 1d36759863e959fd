/**
 * Decides whether mail to a domain must use TLS, and which certificates are accepted: DANE (RFC 7672, RFC 6698) and MTA-STS
 * (RFC 8461).
 *
 * domain → `MtaSts.policyOf`: TXT record → policy file → kept until it expires
 * domain, host → `tlsPolicyFor` → `TlsPolicy`, before connecting
 * `TlsPolicy`, socket → `reasonToRefusePeer`, after the handshake and before the first command
 *
 * Without a policy, TLS is opportunistic (RFC 7435) and protects only against passive listeners. A failure never turns an
 * enforced policy into an opportunistic one; the host is not used until the failure ends.
 */
export { MtaSts, type StsPolicy } from "./mta-sts/mta-sts.ts";
export { reasonToRefusePeer } from "./reason-to-refuse-peer.ts";
export type { TlsPolicy } from "./tls-policy.ts";
export { tlsPolicyFor } from "./tls-policy-for.ts";
