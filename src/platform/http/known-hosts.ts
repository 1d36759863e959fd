import { isIP } from "node:net";
import { errors } from "../errors/index.ts";
import type { Logger } from "../telemetry/index.ts";
import type { App } from "./app.ts";
import { pathOf } from "./paths.ts";

/**
 * At most this many refused hosts are logged, to remind operators of the setting. More hosts mean a client that tries many
 * names.
 */
const MAX_LOGGED = 10;

/**
 * Refuses requests for a host name that is not ours. With DNS rebinding, another site changes its own name's address to
 * this server, and the browser then treats both as the same origin (decision 52).
 */
export function refuseUnknownHosts(
  app: App,
  { baseUrl, allowedHosts, log }: { baseUrl: string; allowedHosts: readonly string[]; log: Logger },
): void {
  const servedHosts = new Set([new URL(baseUrl).hostname, ...allowedHosts].map((host) => host.toLowerCase()));
  if (servedHosts.has("*")) return;
  const logged = new Set<string>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { host } = request.headers;
    if (host === undefined || isOpenToAnyHost(request.url)) return done();
    const name = hostnameOf(host);
    if (servedHosts.has(name) || isOwnName(name)) return done();
    if (logged.size < MAX_LOGGED && !logged.has(name)) {
      logged.add(name);
      log.warn({ event: "http.host_refused", host: name }, "a request for an unknown host was refused");
    }
    done(
      errors.misdirected_request(
        `This instance does not serve the host "${name}". If users open it by this name, set BASE_URL to its address, e.g. BASE_URL=https://${name}, or add the name to ALLOWED_HOSTS, and restart.`,
      ),
    );
  });
}

/** The host without its port and final dot; the unchanged text if it is not a host and port (RFC 9110 §7.2). */
function hostnameOf(host: string): string {
  const name = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d*)?$/i.exec(host)?.[1];
  return name === undefined ? host : name.replace(/\.$/, "").toLowerCase();
}

/**
 * Hosts that an attacker cannot resolve to this server: addresses, localhost (RFC 6761 §6.3), and names without a dot,
 * which do not exist in public DNS.
 */
function isOwnName(name: string): boolean {
  if (!/^[a-z0-9._-]+$/.test(name)) return isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
  return isIP(name) !== 0 || !name.includes(".") || name.endsWith(".localhost");
}

/**
 * Health checks may use any name, and so may checks of a name's certificate. The other paths need a credential: an API key, the token
 * of a recipient's link, or Prometheus's token. A page that knows one of these does not need rebinding.
 */
function isOpenToAnyHost(url: string): boolean {
  return /^\/(healthz|readyz|metrics|[uco]\/.*|\.well-known\/(acme-challenge|posthouse)\/.*|api\/v1(\/.*)?|compat\/.*)$/.test(
    pathOf(url),
  );
}
