import type { DnsClient, MailHost } from "../dns/index.ts";
import { findTlsa } from "./dane/find-tlsa.ts";
import type { MtaSts } from "./mta-sts/mta-sts.ts";
import { matchesMx } from "./mta-sts/sts-policy.ts";
import type { TlsPolicy } from "./tls-policy.ts";

export type TlsPolicyQuestion = {
  dns: Pick<DnsClient, "query">;
  mtaSts: Pick<MtaSts, "policyOf">;
  /** The recipient's domain, in A-labels. */
  domain: string;
  host: MailHost;
  /** Whether the list of hosts was authenticated: `authenticated` of `resolveMailHosts`. */
  listAuthenticated: boolean;
  port?: number;
};

/**
 * The TLS policy for mail to a domain by one host. RFC 8461 §2: DANE comes first, and MTA-STS never replaces a failed DANE
 * check.
 */
export async function tlsPolicyFor(question: TlsPolicyQuestion): Promise<TlsPolicy> {
  const byDane = await danePolicyFor(question);
  if (byDane?.kind === "temporary") return byDane;
  if (byDane?.kind === "enforced" && byDane.by === "dane" && byDane.records.length > 0) return byDane;
  const bySts = await stsPolicyFor(question);
  return bySts.kind === "opportunistic" ? (byDane ?? bySts) : bySts;
}

async function danePolicyFor({
  dns,
  domain,
  host,
  listAuthenticated,
  port = 25,
}: TlsPolicyQuestion): Promise<TlsPolicy | null> {
  if (!listAuthenticated || !host.authenticated) return null;
  const found = await findTlsa({ dns, host, port });
  if (found.kind === "temporary")
    return {
      kind: "temporary",
      reason: `Could not determine whether ${host.name} uses DANE: ${found.reason}`,
    };
  if (found.kind === "none") return null;
  const { records, at } = found;
  const why =
    records.length > 0
      ? `${at} has TLSA records (DANE).`
      : `${at} has TLSA records (DANE), but none of them is usable: any certificate is accepted.`;
  return { kind: "enforced", by: "dane", why, records, names: [...new Set([at, host.name, domain])] };
}

async function stsPolicyFor({ mtaSts, domain, host }: TlsPolicyQuestion): Promise<TlsPolicy> {
  const { policy, note } = await mtaSts.policyOf(domain);
  if (policy === null || policy.mode === "none")
    return { kind: "opportunistic", why: note ?? `${domain} does not require TLS.` };
  const isListed = matchesMx(policy, host.name);
  if (policy.mode === "testing") {
    const addition = isListed ? "" : `, and does not name ${host.name}`;
    return { kind: "opportunistic", why: `The MTA-STS policy of ${domain} is in testing mode${addition}.` };
  }
  // RFC 8461 §5.1: temporary, because a new policy may name the host.
  if (!isListed)
    return {
      kind: "temporary",
      reason: `${host.name} is not one of the servers in the MTA-STS policy of ${domain}.`,
    };
  return { kind: "enforced", by: "mta-sts", why: `The MTA-STS policy of ${domain} is in enforce mode.` };
}
