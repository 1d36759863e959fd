import { isIP } from "node:net";
import { type Endpoint, isLoopback, type TlsMode } from "./endpoint.ts";

export type ParsedRelayUrl = { ok: true; endpoint: Endpoint } | { ok: false; reason: string };

/** RFC 6409 submission and RFC 8314 submission over TLS. */
const DEFAULT_PORTS = new Map([
  ["smtp:", 587],
  ["smtps:", 465],
]);
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

/**
 * Reads `smtp[s]://[user:pass@]host[:port][?tls=none|required][&insecure=1]`.
 *
 * | URL                                    | TLS                                        |
 * | -------------------------------------- | ------------------------------------------ |
 * | `smtps://`                             | implicit, certificate verified             |
 * | `smtp://` with a password              | STARTTLS required, certificate verified    |
 * | `smtp://` without a password           | STARTTLS when offered                      |
 * | `smtp://` to this machine              | STARTTLS when offered, with or without a password|
 * | `?tls=required`, `?tls=none`           | as stated; a password is never sent with `none`, except to this machine |
 * | `?insecure=1`                          | certificate not verified: encrypted, but the server's identity is unknown |
 *
 * The `reason` of a refusal is a sentence without the user name and the password.
 */
export function parseRelayUrl(text: string): ParsedRelayUrl {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null)
    return refuse("It is not a URL. A user name or password with @ : / # ? or % must be percent-encoded.");
  const defaultPort = DEFAULT_PORTS.get(url.protocol);
  if (defaultPort === undefined) return refuse("It must begin with smtp:// or smtps://.");
  const host =
    decode(url.hostname)
      ?.toLowerCase()
      .replace(/^\[|\]$/g, "") ?? "";
  if (isIP(host) === 0 && !HOST_NAME.test(host)) return refuse("It has no valid host name.");
  if (url.port === "0") return refuse("The port must be between 1 and 65535.");
  if (url.pathname !== "" && url.pathname !== "/")
    return refuse("Only ?options may follow the host and port.");
  if (url.hash !== "") return refuse("It must not have a # part: percent-encode # in a password as %23.");
  const auth = authOf(url);
  if (auth !== null && "reason" in auth) return refuse(auth.reason);
  const tls = tlsOf(url, { host, hasAuth: auth !== null });
  if (!tls.ok) return tls;
  const port = url.port === "" ? defaultPort : Number(url.port);
  return { ok: true, endpoint: { host, port, tls: tls.mode, auth, rejectUnauthorized: tls.verify } };
}

function authOf(url: URL): { user: string; pass: string } | { reason: string } | null {
  if (url.username === "" && url.password === "") return null;
  const user = decode(url.username);
  const pass = decode(url.password);
  if (user === null || pass === null)
    return { reason: "The user name or password has a % that is not followed by two hex digits." };
  if (user === "" || pass === "") return { reason: "Give both a user name and a password, or neither." };
  // RFC 4616 §2: NUL separates the parts of AUTH PLAIN.
  if (`${user}${pass}`.includes("\0")) return { reason: "The user name and password must not contain NUL." };
  return { user, pass };
}

type TlsChoice = { ok: true; mode: TlsMode; verify: boolean } | { ok: false; reason: string };

function tlsOf(url: URL, { host, hasAuth }: { host: string; hasAuth: boolean }): TlsChoice {
  for (const name of url.searchParams.keys()) {
    if (name !== "tls" && name !== "insecure")
      return refuse(
        `It has the unknown option ${JSON.stringify(name)}. The known options are tls and insecure.`,
      );
  }
  const requested = url.searchParams.get("tls");
  const insecure = url.searchParams.get("insecure");
  if (insecure !== null && insecure !== "1") return refuse("The option insecure can only be 1.");
  if (requested !== null && requested !== "none" && requested !== "required")
    return refuse("The option tls can only be none or required.");
  const verify = insecure === null;
  if (url.protocol === "smtps:") {
    if (requested === "none") return refuse("smtps:// cannot be combined with tls=none: use smtp://.");
    return { ok: true, mode: "implicit", verify };
  }
  const local = isLoopback(host);
  if (requested === "none" && hasAuth && !local)
    return refuse("tls=none would send the password in clear text.");
  return { ok: true, mode: requested ?? (hasAuth && !local ? "required" : "opportunistic"), verify };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
