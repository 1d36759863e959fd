import { isIP } from "node:net";
import type { TLSSocket } from "node:tls";

/**
 * none: never. opportunistic: STARTTLS when offered, without checking the certificate, since without TLS the mail would
 * go in the clear to whoever answers. required: STARTTLS or nothing. implicit: TLS from the first byte (RFC 8314 §3.3).
 */
export type TlsMode = "none" | "opportunistic" | "required" | "implicit";

/** A server to send through. */
export type Endpoint = {
  /** By this name it is known: to TLS, in outcomes, and to DNS unless there is an address. */
  host: string;
  /** Its IP address, where it has been resolved already. */
  address?: string;
  port: number;
  tls: TlsMode;
  auth: { user: string; pass: string } | null;
  /** Whether a certificate that cannot be verified ends the attempt. Opportunistic TLS never verifies. */
  rejectUnauthorized: boolean;
  /** What else is demanded of whom TLS was made with (MTA-STS, DANE); answers why it is refused. */
  reasonToRefusePeer?: (peer: TLSSocket) => string | null;
  /** Our own address to connect from. */
  localAddress?: string;
};

/** Whether an address or name is this machine itself: what travels there crosses no network. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true; // RFC 6761 §6.3
  if (isIP(host) === 6) return host === "::1" || host.toLowerCase().startsWith("::ffff:127.");
  return isIP(host) === 4 && host.startsWith("127.");
}
