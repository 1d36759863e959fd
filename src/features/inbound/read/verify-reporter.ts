import { Resolver } from "node:dns/promises";
import type { DNSResolver } from "mailauth";
import { readHeaderFields } from "../../../mail/message/index.ts";
import type { InboundMessage } from "../smtp-server/receive-message.ts";

/** Who vouches for a complaint (G5): kept for people to judge, and proof of nothing else. */
export type Authentication = {
  spf: { domain: string | null; result: string };
  dkim: { domain: string | null; result: string }[];
};

/** G11: each signature is a hash over the whole message, in this thread. Reporters sign twice, of messages of some kilobytes. */
const mostSignatures = 5;
const mostBytes = 256 * 1024;
/** Somebody else's name servers, for something that nothing waits for. */
const patienceMs = 10_000;

/** Asks name servers what they say of a reporter; `servers` null: those of the system. */
export function createReporterCheck(servers: readonly string[] | null) {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers([...servers]);
  const ask: DNSResolver = (domain, type) => resolver.resolve(domain, type) as Promise<string[]>;
  return async (message: InboundMessage) => (isModest(message) ? verifyReporter(message, ask) : null);
}

function isModest({ raw, sizeBytes }: InboundMessage): boolean {
  // Of the beginning of a message no signature is right.
  if (sizeBytes > raw.length || raw.length > mostBytes) return false;
  const header = readHeaderFields(raw, { maxBytes: mostBytes });
  if (!header.ok) return false;
  return header.fields.filter(({ name }) => name === "dkim-signature").length <= mostSignatures;
}

/** SPF (RFC 7208) and DKIM (RFC 6376) of a message; null when that could not be told in time, or would cost too much. Never rejects. */
async function verifyReporter(
  { raw, clientIp, helo, envelopeFrom }: InboundMessage,
  resolver: DNSResolver,
): Promise<Authentication | null> {
  try {
    // Large, and needed once in many thousand messages.
    const { authenticate } = await import("mailauth");
    const only = { disableArc: true, disableDmarc: true, disableBimi: true };
    const told = await Promise.race([
      authenticate(raw, { ip: clientIp, helo, sender: envelopeFrom, resolver, ...only }),
      new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref()),
    ]);
    if (told === null) return null;
    const { spf, dkim } = told;
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
