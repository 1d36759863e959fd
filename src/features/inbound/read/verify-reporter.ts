import { Resolver } from "node:dns/promises";
import type { DNSResolver } from "mailauth";
import { readHeaderFields } from "../../../mail/message/index.ts";
import type { InboundMessage } from "../smtp-server/receive-message.ts";

/** SPF and DKIM results of a complaint (G5): stored for people to judge, not used as proof. */
export type Authentication = {
  spf: { domain: string | null; result: string };
  dkim: { domain: string | null; result: string }[];
};

/** Each signature costs a hash of the whole message in this thread (G11). Reporters sign twice and send a few kilobytes. */
const MAX_SIGNATURES = 5;
const MAX_BYTES = 256 * 1024;
/** Other people's name servers may be slow, and nothing depends on the result. */
const TIMEOUT_MS = 10_000;

/** Checks SPF and DKIM of a reporter. `servers` null uses the system's name servers. */
export function createReporterCheck(servers: readonly string[] | null) {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers([...servers]);
  const query: DNSResolver = (domain, type) => resolver.resolve(domain, type) as Promise<string[]>;
  return async (message: InboundMessage) => (isModest(message) ? verifyReporter(message, query) : null);
}

function isModest({ raw, sizeBytes }: InboundMessage): boolean {
  // No signature can match a truncated message.
  if (sizeBytes > raw.length || raw.length > MAX_BYTES) return false;
  const header = readHeaderFields(raw, { maxBytes: MAX_BYTES });
  if (!header.ok) return false;
  return header.fields.filter(({ name }) => name === "dkim-signature").length <= MAX_SIGNATURES;
}

/** SPF (RFC 7208) and DKIM (RFC 6376) of a message, or null on a timeout or an error. Never rejects. */
async function verifyReporter(
  { raw, clientIp, helo, envelopeFrom }: InboundMessage,
  resolver: DNSResolver,
): Promise<Authentication | null> {
  try {
    // Loaded on demand: the module is large, and few messages need it.
    const { authenticate } = await import("mailauth");
    const only = { disableArc: true, disableDmarc: true, disableBimi: true };
    const results = await Promise.race([
      authenticate(raw, { ip: clientIp, helo, sender: envelopeFrom, resolver, ...only }),
      new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null).unref()),
    ]);
    if (results === null) return null;
    const { spf, dkim } = results;
    return {
      spf: { domain: spf ? (spf.domain ?? null) : null, result: spf ? spf.status.result : "none" },
      dkim: dkim.results.map(({ signingDomain, status }) => ({
        domain: signingDomain || null,
        result: status.result,
      })),
    };
  } catch {
    return null;
  }
}
