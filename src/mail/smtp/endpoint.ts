import { isIP } from "node:net";
import type { TLSSocket } from "node:tls";

/**
 * none: never TLS. opportunistic: STARTTLS when offered, without verifying the certificate, because the alternative is plain
 * text. required: STARTTLS or failure. implicit: TLS from the first byte (RFC 8314 §3.3).
 */
export type TlsMode = "none" | "opportunistic" | "required" | "implicit";

/** A server to send through. */
export type Endpoint = {
  /** The name for TLS, outcomes and, without `address`, DNS. */
  host: string;
  /** The IP address, if already resolved. */
  address?: string;
  port: number;
  tls: TlsMode;
  auth: { user: string; pass: string } | null;
  /** Whether a certificate that cannot be verified ends the attempt. Opportunistic TLS never verifies. */
  rejectUnauthorized: boolean;
  /** A further check of the TLS peer (MTA-STS, DANE); returns the reason to refuse the peer, or null. */
  reasonToRefusePeer?: (peer: TLSSocket) => string | null;
  /** Our own address to connect from. */
  localAddress?: string;
};

/** Whether an address or name is this machine, so that the connection crosses no network. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true; // RFC 6761 §6.3
  if (isIP(host) === 6) return host === "::1" || host.toLowerCase().startsWith("::ffff:127.");
  return isIP(host) === 4 && host.startsWith("127.");
}
