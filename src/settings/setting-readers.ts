/**
 * Readers that turn the text of a setting into its value. Each throws an Error whose message completes "SETTING …" and never repeats
 * a URL, which may contain a password.
 */
import { isIP } from "node:net";
import { parseIntoClientConfig } from "pg-connection-string";
// Imported past the indexes, because the supervisor reads settings and must stay small.
import { parseMailbox } from "../mail/address/parse-mailbox.ts";
import type { Endpoint } from "../mail/smtp/index.ts";
import { parseRelayUrl } from "../mail/smtp/parse-relay-url.ts";
import { reasonToRefuseUrl } from "../platform/fetch/target.ts";

export function readText(text: string): string {
  return text;
}

export function readInteger(text: string, { min, max }: { min: number; max: number }): number {
  if (!/^\d+$/.test(text) || Number(text) < min || Number(text) > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return Number(text);
}

/** For a service named `smtp`, Kubernetes sets SMTP_PORT=tcp://… in each pod of its namespace. */
export function readPort(text: string, { min = 0 }: { min?: number } = {}): number {
  if (text.startsWith("tcp://"))
    throw new Error(
      "is an address that Kubernetes sets for a service of that name: set enableServiceLinks: false in the pod's spec, or the port",
    );
  return readInteger(text, { min, max: 65_535 });
}

export function readChoice<T extends string>(text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (!found) throw new Error(`must be one of ${choices.join(", ")}`);
  return found;
}

export function readSwitch(text: string): boolean {
  return readChoice(text, ["on", "off"]) === "on";
}

export function readHost(text: string): string {
  if (!/^[A-Za-z0-9.:_-]+$/.test(text)) throw new Error("must be an IP address or a host name");
  return text;
}

export function readHostNames(text: string): readonly string[] {
  return text.split(",").map((part) => {
    const name = part.trim().toLowerCase();
    if (name !== "*" && !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name))
      throw new Error("must be host names without scheme and port, comma-separated, or *");
    return name;
  });
}

/** Never repeats the value. */
export function readSecretKey(text: string): string {
  if (text.length < 32) throw new Error("must have at least 32 characters");
  return text;
}

/** In the form of node:dns: an address, with a port only if that is not 53. */
export function readDnsServers(text: string): readonly string[] {
  const servers = text.split(",").map((part) => part.trim());
  const isServer = (server: string) => {
    const [, bracketed, plain = server, port = 53] =
      /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(server) ?? [];
    return isIP(bracketed ?? plain) !== 0 && Number(port) > 0 && Number(port) <= 65_535;
  };
  if (!servers.every(isServer))
    throw new Error("must be IP addresses, each with or without a port (1 to 65535), separated by commas");
  return servers;
}

/** A-labels in lower case, at least two. */
export function readDomainName(text: string): string {
  const name = text.toLowerCase();
  const isName =
    name.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(name);
  if (!isName) throw new Error("must be a domain name, with non-ASCII labels in their xn-- form");
  return name;
}

/** URLs may contain passwords, so an error never repeats the value. */
export function readUrl(text: string, protocols: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol))
    throw new Error(`must be a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
  return text;
}

/** Read as the driver reads it, so that a mistake is reported at the start and not as a lost connection. */
export function readDatabaseUrl(text: string): string {
  readUrl(text, ["postgres:", "postgresql:"]);
  try {
    parseIntoClientConfig(text);
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (path !== undefined) throw new Error(`names the file ${path}, which cannot be read (${code})`);
    if (error instanceof URIError) throw new Error("has a % that is no part of an escape: write it as %25");
    throw new Error("cannot be read: check its host, port and sslmode");
  }
  return text;
}

export function readRelayUrl(text: string): { url: string; endpoint: Endpoint } {
  const parsed = parseRelayUrl(text);
  if (!parsed.ok) throw new Error(`is invalid: ${parsed.reason}`);
  return { url: text, endpoint: parsed.endpoint };
}

export function readBaseUrl(text: string): string {
  const url = new URL(readUrl(text, ["http:", "https:"]));
  if (url.pathname !== "/" || url.search || url.hash || url.username)
    throw new Error("must be scheme and host only, without a path");
  return url.origin;
}

export function readEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new Error("must be an email address");
  return text;
}

/** An address with or without a name. */
export function readSender(text: string): string {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error(`is invalid: ${parsed.reason.replace(/\.$/, "")}`);
  return text;
}

export function readEmails(text: string): readonly string[] {
  return text.split(",").map((part) => readEmail(part.trim()));
}

/** Never repeats the value. */
export function readToken(text: string): string {
  if (!/^[\x21-\x7e]{16,200}$/.test(text)) throw new Error("must have 16 to 200 characters without spaces");
  return text;
}

/** Webhook URLs contain their secret, so an error never repeats the value. */
export function readPublicUrl(text: string): string {
  const reason = reasonToRefuseUrl(text);
  if (reason !== null) throw new Error(reason);
  return text;
}

export function readNetworks(text: string): readonly string[] {
  const networks = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (!networks.every(isNetwork))
    throw new Error("must be IP addresses or CIDR networks, separated by commas");
  return networks;
}

function isNetwork(text: string): boolean {
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}
