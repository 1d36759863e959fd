import type { DNSResolver } from "mailauth";
import type { DnsClient, DnsRecords } from "../../../mail/dns/index.ts";
import { readHeaderFields } from "../../../mail/message/index.ts";
import type { InboundMessage } from "../smtp-server/receive-message.ts";

/** SPF and DKIM results of a complaint (G5): stored for an operator to look at, not used as proof. */
export type Authentication = {
  spf: { domain: string | null; result: string };
  dkim: { domain: string | null; result: string }[];
};

/** Each signature costs a hash of the whole message in this thread (G11). Reporters sign twice and send a few kilobytes. */
const MAX_SIGNATURES = 5;
const MAX_BYTES = 256 * 1024;
/** Other people's name servers may be slow, and nothing depends on the result. */
const TIMEOUT_MS = 10_000;

/** SPF (RFC 7208) and DKIM (RFC 6376) of a reporter's message. Null for a large message, a timeout or an error. Never rejects. */
export async function verifyReporter(
  dns: Pick<DnsClient, "query">,
  message: InboundMessage,
): Promise<Authentication | null> {
  return isModest(message) ? await authenticateMessage(message, resolverOf(dns)) : null;
}

type DnsRecord = Extract<Awaited<ReturnType<DnsClient["query"]>>, { ok: true }>["records"][number];

function isModest({ raw, sizeBytes }: InboundMessage): boolean {
  // No signature can match a truncated message.
  if (sizeBytes > raw.length || raw.length > MAX_BYTES) return false;
  const header = readHeaderFields(raw, { maxBytes: MAX_BYTES });
  if (!header.ok) return false;
  return header.fields.filter(({ name }) => name === "dkim-signature").length <= MAX_SIGNATURES;
}

async function authenticateMessage(
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

/** Behaves like `node:dns`, because mailauth reads the codes of its errors. */
function resolverOf(dns: Pick<DnsClient, "query">): DNSResolver {
  return async (name, type) => {
    const reply = await dns.query(name, type as keyof DnsRecords);
    if (!reply.ok) throw dnsError(reply.kind === "no_such_domain" ? "ENOTFOUND" : "ESERVFAIL", reply.reason);
    if (reply.records.length === 0) throw dnsError("ENODATA", `${name} has no ${type} records`);
    return reply.records.map((record) => toNodeRecord(record, type)) as string[];
  };
}

/** `node:dns` returns a TXT record as its strings, and calls the preference of an MX record its priority. */
function toNodeRecord(record: DnsRecord, type: string): unknown {
  if (type === "TXT") return [record];
  if (typeof record === "object" && "exchange" in record)
    return { priority: record.preference, exchange: record.exchange };
  return record;
}

function dnsError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
