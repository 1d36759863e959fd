import { isIP } from "node:net";
import { errors } from "../errors/index.ts";
import type { Logger } from "../telemetry/index.ts";
import type { App } from "./app.ts";
import { pathOf } from "./paths.ts";

/** Of those that were refused, so many are logged: whoever asks for many names is no operator who forgot a setting. */
const mostLogged = 10;

/**
 * Refuses requests for a host name that is not ours. With DNS rebinding a page of another site lets its own name lead to this
 * server, and then counts as the same origin for the browser (decision 52).
 */
export function refuseUnknownHosts(
  app: App,
  { baseUrl, allowedHosts, log }: { baseUrl: string; allowedHosts: readonly string[]; log: Logger },
): void {
  const known = new Set([new URL(baseUrl).hostname, ...allowedHosts].map((host) => host.toLowerCase()));
  if (known.has("*")) return;
  const logged = new Set<string>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { host } = request.headers;
    if (host === undefined || isOpenToAnyHost(request.url)) return done();
    const name = hostnameOf(host);
    if (known.has(name) || isOwnName(name)) return done();
    if (logged.size < mostLogged && !logged.has(name)) {
      logged.add(name);
      log.warn({ event: "http.host_refused", host: name }, "a request for an unknown host was refused");
    }
    done(
      errors.misdirected_request(
        `This instance does not serve the host "${name}". If people reach it by this name, set BASE_URL to its address, e.g. BASE_URL=https://${name}, or add the name to ALLOWED_HOSTS, and restart.`,
      ),
    );
  });
}

/** Without the port, and without the dot that ends a full name; all of it where it is no host and port (RFC 9110 §7.2). */
function hostnameOf(host: string): string {
  const name = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d*)?$/i.exec(host)?.[1];
  return name === undefined ? host : name.replace(/\.$/, "").toLowerCase();
}

/** Names that no stranger can let lead to us: addresses, localhost (RFC 6761 §6.3), and names without a dot, which public DNS has not. */
function isOwnName(name: string): boolean {
  if (!/^[a-z0-9._-]+$/.test(name)) return isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
  return isIP(name) !== 0 || !name.includes(".") || name.endsWith(".localhost");
}

/**
 * Health checks come under any name. Programs show a key, recipients the token of their link, and Prometheus its own: a page that
 * knows one of these needs no rebinding.
 */
function isOpenToAnyHost(url: string): boolean {
  return /^\/(healthz|readyz|metrics|u\/.*|api\/v1(\/.*)?|compat\/.*)$/.test(pathOf(url));
}
