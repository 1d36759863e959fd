import http, { type ClientRequest } from "node:http";
import https from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { ADDRESS_TIMEOUT_MS } from "./resolve-host.ts";
import type { Target } from "./target.ts";

type Connection = { addresses: string[]; ca: string | undefined; signal: AbortSignal };

/**
 * Sends a GET request to exactly the checked addresses. The name still determines `Host`, SNI and the certificate check. The
 * request has its own agent, because Node's global agent keeps connections open, and may use a proxy from the environment.
 */
export function requestPinned(target: Target, { addresses, ca, signal }: Connection): ClientRequest {
  const { url, host, port, isAddress } = target;
  const { request, Agent } = url.protocol === "https:" ? https : http;
  return request({
    host,
    port,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept: "*/*",
      "accept-encoding": "identity",
      "user-agent": "Posthouse",
      connection: "close",
    },
    agent: new Agent({ keepAlive: false, autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS }),
    lookup: pinnedTo(addresses),
    maxHeaderSize: 16_384,
    signal,
    // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    // RFC 6066 §3: an address is not a server name.
    servername: isAddress ? "" : host,
    ...(ca === undefined ? {} : { ca }),
  }).end();
}

function pinnedTo(addresses: string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_name, options, callback) => {
    if (options.all) callback(null, pinned);
    else callback(null, pinned[0]?.address ?? "", pinned[0]?.family);
  };
}
