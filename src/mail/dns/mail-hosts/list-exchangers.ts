import type { DnsRecords } from "../dns-answer.ts";
import type { DnsClient } from "../dns-client.ts";
import { isHostName, normalizeName, sayName } from "../dns-name.ts";
import { type MailHostsOptions, type NoMailHosts, permanent, temporary } from "./mail-hosts.ts";

export type Exchanger = { name: string; preference: number };
export type Exchangers =
  | { ok: true; exchangers: Exchanger[]; implicit: boolean; authenticated: boolean; passedOver: string[] }
  | NoMailHosts;

/** Real domains have fewer. Without a limit, the owner of a domain could cause endless queries and connections. */
const MAX_EXCHANGERS = 10;

/** The mail servers of a domain, in the order of RFC 5321 §5.1. Names only; addresses are not looked up. */
export async function listExchangers(
  dns: DnsClient,
  domain: string,
  options: Pick<MailHostsOptions, "ownNames" | "random">,
): Promise<Exchangers> {
  const mx = await dns.query(domain, "MX");
  if (!mx.ok) return mx.kind === "temporary" ? temporary("4.4.3", mx.reason) : permanent("5.1.2", mx.reason);
  const implicit = mx.records.length === 0;
  // RFC 7505 §3: a null MX must be the only record; next to others it is an invalid host name.
  if (mx.records.length === 1 && mx.records[0]?.exchange === ".")
    return permanent("5.1.10", `The domain ${domain} does not accept mail (null MX).`);
  const listed = implicit ? [{ name: normalizeName(domain), preference: 0 }] : namesOf(mx.records);
  const valid = listed.filter(({ name }) => isHostName(name));
  const invalid = listed.filter(({ name }) => !isHostName(name));
  const passedOver = invalid.map(({ name }) => `${sayName(name)} is not a valid host name.`);
  if (valid.length === 0)
    return permanent("5.4.4", `No mail server of ${domain} can be used: ${passedOver.slice(0, 3).join(" ")}`);
  const remaining = beforeOurselves(valid, options.ownNames ?? []);
  if (remaining.length === 0)
    return permanent("5.4.6", `Mail for ${domain} would loop back to us: its best mail server is this one.`);
  const exchangers = inOrder(remaining, options.random ?? Math.random).slice(0, MAX_EXCHANGERS);
  return { ok: true, exchangers, implicit, authenticated: mx.authenticated, passedOver };
}

/** Uses the better preference of a host that is listed twice. */
function namesOf(records: readonly DnsRecords["MX"][]): Exchanger[] {
  const sorted = records.toSorted((a, b) => a.preference - b.preference);
  const best = new Map<string, Exchanger>();
  for (const { exchange, preference } of sorted)
    if (!best.has(exchange)) best.set(exchange, { name: exchange, preference });
  return [...best.values()];
}

/**
 * RFC 5321 §5.1: a host that finds itself in the list drops the hosts with the same or a worse preference, to avoid a mail
 * loop.
 */
function beforeOurselves(exchangers: Exchanger[], ownNames: readonly string[]): Exchanger[] {
  const ownHosts = new Set(ownNames.map(normalizeName));
  const ownPreferences = exchangers
    .filter(({ name }) => ownHosts.has(name))
    .map(({ preference }) => preference);
  return exchangers.filter(({ preference }) => preference < Math.min(...ownPreferences));
}

/** RFC 5321 §5.1: lowest preference first; hosts with the same preference in random order, to spread the load. */
function inOrder(exchangers: Exchanger[], random: () => number): Exchanger[] {
  return exchangers
    .map((exchanger) => ({ exchanger, rank: random() }))
    .toSorted((a, b) => a.exchanger.preference - b.exchanger.preference || a.rank - b.rank)
    .map(({ exchanger }) => exchanger);
}
