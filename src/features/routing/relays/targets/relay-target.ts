import { isDeepStrictEqual } from "node:util";
import { type Endpoint, parseRelayUrl } from "../../../../mail/smtp/index.ts";

/** A relay's server and credentials. */
export type RelayTarget =
  | { kind: "smtp"; endpoint: Endpoint }
  | {
      kind: "ses";
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
      /** A VPC endpoint instead of the region's own endpoint. */
      endpoint: string | null;
      configurationSet: string | null;
    };

export type ReadTarget = { ok: true; target: RelayTarget } | { ok: false; reason: string };

/**
 * Reads `smtp[s]://[user:password@]host[:port][?options]` (parseRelayUrl) and
 * `ses://access-key-id:secret-access-key@region[?endpoint=https://…][&configuration_set=…]`. Error reasons contain no secret.
 */
export function readRelayTarget(text: string): ReadTarget {
  if (/^ses:/i.test(text)) return readSesTarget(text);
  const parsed = parseRelayUrl(text);
  if (!parsed.ok) return parsed;
  return { ok: true, target: { kind: "smtp", endpoint: parsed.endpoint } };
}

function readSesTarget(text: string): ReadTarget {
  const url = URL.parse(text);
  if (url === null || url.hostname === "")
    return invalid(
      "It must look like ses://access-key-id@eu-west-1. A / or + in the secret key must be percent-encoded.",
    );
  const region = url.hostname.toLowerCase();
  if (!/^[a-z]{2,4}(-[a-z]{2,15}){1,3}-\d{1,2}$/.test(region) || url.port !== "")
    return invalid("It must name a region of AWS such as eu-west-1.");
  if ((url.pathname !== "" && url.pathname !== "/") || url.hash !== "")
    return invalid("Nothing but ?options may follow the region.");
  const accessKeyId = decode(url.username);
  const secretAccessKey = decode(url.password);
  if (!/^[A-Z0-9]{16,128}$/.test(accessKeyId)) return invalid("It needs an access key id such as AKIA….");
  if (secretAccessKey === "") return invalid("It needs the secret access key as its password.");
  const options = readSesOptions(url.searchParams);
  if ("reason" in options) return invalid(options.reason);
  return { ok: true, target: { kind: "ses", region, accessKeyId, secretAccessKey, ...options } };
}

function readSesOptions(
  options: URLSearchParams,
): { endpoint: string | null; configurationSet: string | null } | { reason: string } {
  for (const name of options.keys())
    if (name !== "endpoint" && name !== "configuration_set")
      return { reason: `It has the unknown option ${JSON.stringify(name)}.` };
  const endpoint = options.get("endpoint");
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    return { reason: "The option endpoint must be a URL such as https://vpce-….amazonaws.com." };
  const configurationSet = options.get("configuration_set");
  if (configurationSet !== null && !/^[\w-]{1,64}$/.test(configurationSet))
    return { reason: "The option configuration_set must be the name of one." };
  return { endpoint, configurationSet };
}

/** Splits a URL into the part that may be shown and the password. */
export function splitSecret(text: string): { url: string; secret: string | null } {
  const url = URL.parse(text);
  if (url === null || url.password === "") return { url: text, secret: null };
  const secret = decode(url.password);
  url.password = "";
  return { url: url.href, secret };
}

/** Puts a password back into the URL that it belongs to. */
export function joinSecret(text: string, secret: string | null): string {
  const url = URL.parse(text);
  if (url === null || secret === null) return text;
  url.password = encodeURIComponent(secret);
  return url.href;
}

/** Returns true when a password for one URL may be used for the other: same user, server, port and TLS settings. */
export function isSameLogin(first: string, second: string): boolean {
  const [a, b] = [first, second].map((text) => readRelayTarget(joinSecret(text, "x")));
  return a?.ok === true && b?.ok === true && isDeepStrictEqual(loginOf(a.target), loginOf(b.target));
}

function loginOf(target: RelayTarget): object {
  return target.kind === "ses" ? { ...target, configurationSet: null } : target.endpoint;
}

/** URL parsers differ in how they treat control characters and backslashes, so that they could read different hosts. Such URLs are rejected. */
export function reasonToRefuseText(text: string): string | null {
  if (/[\s\p{Cc}\\]/u.test(text)) return "must not contain spaces, control characters or backslashes";
  const { username, password } = URL.parse(text) ?? { username: "", password: "" };
  return /%(0|1|7f)/i.test(username + password)
    ? "must not contain control characters in the user name or password"
    : null;
}

/** Invalid percent encoding is returned unchanged; the caller's check of the whole URL reports it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function invalid(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
