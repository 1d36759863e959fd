import { isIP, isIPv6 } from "node:net";
import { isLoopback } from "../smtp/endpoint.ts";

export type NameServer = {
  address: string;
  port: number;
  /** Whether the AD flag in the server's responses is trusted. */
  isTrusted: boolean;
};

/** Reads "ip", "ip:port" or "[ipv6]:port". @returns null for any other text */
export function parseNameServer(text: string): { address: string; port: number } | null {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = isIPv6(text) ? text : (bracketed ?? plain ?? "");
  const port = Number(digits ?? 53);
  const isValid =
    isIP(address) !== 0 && isIPv6(address) === (plain === undefined) && port >= 1 && port <= 65_535;
  return isValid ? { address, port } : null;
}

/** Throws on an invalid name server, because such a setting would defer all mail. */
export function nameServerOf(text: string, trustAuthenticated?: boolean): NameServer {
  const parsed = parseNameServer(text);
  if (parsed === null)
    throw new RangeError(`"${text}" is not a name server; write 192.0.2.1, 192.0.2.1:53 or [2001:db8::1]:53`);
  // RFC 7672 §2.1.1: anyone on the path from a remote resolver may set the flag.
  return { ...parsed, isTrusted: trustAuthenticated ?? isLoopback(parsed.address) };
}
