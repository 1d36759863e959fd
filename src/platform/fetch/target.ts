import { isIP } from "node:net";

/** The target of a URL before any resolution. `host` is a name in A-labels, or an address without brackets. */
export type Target = { url: URL; host: string; port: number; isAddress: boolean };
export type TargetVerdict = { ok: true; target: Target } | { ok: false; reason: string };

/** Servers of other protocols would read a request's lines as commands (SMTP, Redis), so only web ports are allowed. */
const OPEN_PORTS: readonly number[] = [443, 8443];

/** Longer URLs contain data, not the address of a file. */
const MAX_URL_LENGTH = 2_048;

/**
 * Names that mean this machine or this network everywhere (RFC 6761, RFC 6762, RFC 8375, and `internal`, reserved by ICANN
 * in 2024, which clouds use for metadata servers). A resolver might still return a public address for them.
 */
const INSIDE_NAMES: readonly string[] = [
  "localhost",
  "local",
  "internal",
  "home.arpa",
  "metadata.google.internal",
];

export function isInsideName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.+$/, "");
  return INSIDE_NAMES.some((inside) => bare === inside || bare.endsWith(`.${inside}`));
}

/** Returns why a URL is refused regardless of the addresses of its host, or null. Used when the URL is saved. */
export function reasonToRefuseUrl(text: string): string | null {
  const read = readTarget(text);
  return read.ok ? reasonToRefuseTarget(read.target) : read.reason;
}

export function readTarget(text: string): TargetVerdict {
  const url = parseUrl(text);
  if (typeof url === "string") return { ok: false, reason: url };
  const port = url.port === "" ? defaultPortOf(url) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$|\.$/g, "");
  return { ok: true, target: { url, host, port, isAddress: isIP(host) !== 0 } };
}

function parseUrl(text: string): URL | string {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  // The URL standard drops these characters, or reads \ as /, but other parsers do not, so two parsers could see different
  // hosts.
  if (/[\s\p{Cc}\\]/u.test(text)) return "must not contain spaces, control characters or backslashes";
  const url = URL.parse(text);
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (url === null || authority === undefined) return "must be a URL such as https://example.com/file.pdf";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must begin with https://";
  if (authority === "") return "must name a host after https://";
  return authority.includes("@") ? "must not contain a user name or password" : url;
}

function defaultPortOf(url: URL): number {
  return url.protocol === "https:" ? 443 : 80;
}

export function reasonToRefuseTarget({ url, host, port, isAddress }: Target): string | null {
  if (url.protocol !== "https:") return "must begin with https://";
  if (!OPEN_PORTS.includes(port)) return `must use port ${OPEN_PORTS.join(" or ")}`;
  if (!isAddress && isInsideName(host)) return "leads to an address that is not on the public internet";
  return null;
}
