import type { DnsClient } from "../dns-client.ts";
import { findHost } from "./find-host.ts";
import { listExchangers } from "./list-exchangers.ts";
import { type MailHosts, type MailHostsOptions, permanent, temporary } from "./mail-hosts.ts";

/** The servers to try for a domain (in A-labels), in order, with the addresses to connect to, or why there are none. */
export async function resolveMailHosts(
  dns: DnsClient,
  domain: string,
  options: MailHostsOptions,
): Promise<MailHosts> {
  const listed = await listExchangers(dns, domain, options);
  if (!listed.ok) return listed;
  const { exchangers, implicit, authenticated } = listed;
  const found = await Promise.all(exchangers.map((exchanger) => findHost(dns, exchanger, options)));
  const hosts = found.flatMap((result) => (result.ok ? [result.host] : []));
  const failures = found.filter((result) => !result.ok);
  const passedOver = [...listed.passedOver, ...failures.map(({ reason }) => reason)];
  if (hosts.length > 0) return { ok: true, hosts, implicit, authenticated, passedOver };
  const reason = `No mail server of ${domain} can be used: ${passedOver.slice(0, 3).join(" ")}`;
  // A single temporary failure makes the whole result temporary.
  const transient = failures.find(({ kind }) => kind === "temporary");
  if (transient) return temporary(transient.enhanced, reason);
  return permanent(implicit && failures[0] ? failures[0].enhanced : "5.4.4", reason);
}
