import type { DnsRecords } from "../dns-answer.ts";
import type { DnsClient } from "../dns-client.ts";
import { isHostName, normalizeName, sayName } from "../dns-name.ts";
import { type MailHostsOptions, type NoMailHosts, permanent, temporary } from "./mail-hosts.ts";

export type Exchanger = { name: string; preference: number };
export type Exchangers =
  | { ok: true; exchangers: Exchanger[]; implicit: boolean; authenticated: boolean; passedOver: string[] }
  | NoMailHosts;

/** More would let one domain's owner have us ask and connect without end; nobody needs as many. */
const MAX_EXCHANGERS = 10;

/** Who takes mail for a domain, in the order of RFC 5321 §5.1. Names only: addresses are not looked up here. */
export async function listExchangers(
  dns: DnsClient,
  domain: string,
  options: Pick<MailHostsOptions, "ownNames" | "random">,
): Promise<Exchangers> {
  const mx = await dns.query(domain, "MX");
  if (!mx.ok) return mx.kind === "temporary" ? temporary("4.4.3", mx.reason) : permanent("5.1.2", mx.reason);
  const implicit = mx.records.length === 0;
  // RFC 7505 §3: a null MX stands alone; beside others it is a name that nobody can have.
  if (mx.records.length === 1 && mx.records[0]?.exchange === ".")
    return permanent("5.1.10", `The domain ${domain} does not accept mail (null MX).`);
  const listed = implicit ? [{ name: normalizeName(domain), preference: 0 }] : namesOf(mx.records);
  const fit = listed.filter(({ name }) => isHostName(name));
  const unfit = listed.filter(({ name }) => !isHostName(name));
  const passedOver = unfit.map(({ name }) => `${sayName(name)} cannot be the name of a host.`);
  if (fit.length === 0)
    return permanent("5.4.4", `No mail server of ${domain} can be used: ${passedOver.slice(0, 3).join(" ")}`);
  const others = beforeOurselves(fit, options.ownNames ?? []);
  if (others.length === 0)
    return permanent("5.4.6", `Mail for ${domain} would come back to us: its best mail server is this one.`);
  const exchangers = inOrder(others, options.random ?? Math.random).slice(0, MAX_EXCHANGERS);
  return { ok: true, exchangers, implicit, authenticated: mx.authenticated, passedOver };
}

/** A host that is listed twice counts with its better preference. */
function namesOf(records: readonly DnsRecords["MX"][]): Exchanger[] {
  const sorted = records.toSorted((a, b) => a.preference - b.preference);
  const best = new Map<string, Exchanger>();
  for (const { exchange, preference } of sorted)
    if (!best.has(exchange)) best.set(exchange, { name: exchange, preference });
  return [...best.values()];
}

/** RFC 5321 §5.1: who finds itself in the list leaves out those as far away as itself, and further, or mail would go in circles. */
function beforeOurselves(exchangers: Exchanger[], ownNames: readonly string[]): Exchanger[] {
  const own = new Set(ownNames.map(normalizeName));
  const ours = exchangers.filter(({ name }) => own.has(name)).map(({ preference }) => preference);
  return exchangers.filter(({ preference }) => preference < Math.min(...ours));
}

/** RFC 5321 §5.1: the lowest first, and equal ones by lot, to spread the load. */
function inOrder(exchangers: Exchanger[], random: () => number): Exchanger[] {
  return exchangers
    .map((exchanger) => ({ exchanger, lot: random() }))
    .toSorted((a, b) => a.exchanger.preference - b.exchanger.preference || a.lot - b.lot)
    .map(({ exchanger }) => exchanger);
}
