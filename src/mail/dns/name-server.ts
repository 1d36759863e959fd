import { isIP, isIPv6 } from "node:net";
import { isLoopback } from "../smtp/endpoint.ts";

export type NameServer = {
  address: string;
  port: number;
  /** Whether its word that an answer was authenticated counts. */
  isTrusted: boolean;
};

/** Reads "ip", "ip:port" or "[ipv6]:port"; null when the text is none of these. */
export function parseNameServer(text: string): { address: string; port: number } | null {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = isIPv6(text) ? text : (bracketed ?? plain ?? "");
  const port = Number(digits ?? 53);
  const isFit =
    isIP(address) !== 0 && isIPv6(address) === (plain === undefined) && port >= 1 && port <= 65_535;
  return isFit ? { address, port } : null;
}

/** Throws on a text that names no server: a setting that would otherwise defer all mail. */
export function nameServerOf(text: string, trustAuthenticated?: boolean): NameServer {
  const parsed = parseNameServer(text);
  if (parsed === null)
    throw new RangeError(`"${text}" is no name server; write 192.0.2.1, 192.0.2.1:53 or [2001:db8::1]:53`);
  // RFC 7672 §2.1.1: between a resolver elsewhere and us anybody may set the flag.
  return { ...parsed, isTrusted: trustAuthenticated ?? isLoopback(parsed.address) };
}
