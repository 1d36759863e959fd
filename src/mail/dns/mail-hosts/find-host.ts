import type { DnsAnswer } from "../dns-answer.ts";
import type { DnsClient } from "../dns-client.ts";
import type { Exchanger } from "./list-exchangers.ts";
import {
  type Family,
  type MailAddress,
  type MailHost,
  type MailHostsOptions,
  type NoMailHosts,
  permanent,
  temporary,
} from "./mail-hosts.ts";

export type FoundHost = { ok: true; host: MailHost } | NoMailHosts;

/** No legitimate host needs more addresses of both families. Each may cost a connection attempt that times out. */
const MAX_ADDRESSES = 6;
const TYPES = { 4: "A", 6: "AAAA" } as const;
const BOTH = [6, 4] as const;

/** The host with the addresses that are allowed, or the reason why it has none. */
export async function findHost(
  dns: DnsClient,
  exchanger: Exchanger,
  options: MailHostsOptions,
): Promise<FoundHost> {
  const { name } = exchanger;
  const { families = BOTH, reasonToRefuseAddress } = options;
  const answers = await Promise.all(families.map((family) => dns.query(name, TYPES[family])));
  const listed = alternate(answers.map((answer, n) => addressesOf(answer, families[n] as Family)));
  const refusals = listed.map(({ address }) => reasonToRefuseAddress(address));
  const addresses = listed.filter((_address, n) => refusals[n] === null).slice(0, MAX_ADDRESSES);
  const successful = answers.filter((answer) => answer.ok);
  if (addresses.length > 0)
    return {
      ok: true,
      host: {
        ...exchanger,
        addresses,
        canonicalName: successful[0]?.canonicalName ?? name,
        authenticated: successful.every(({ authenticated }) => authenticated),
      },
    };
  const failure = answers.find((answer) => !answer.ok && answer.kind === "temporary");
  if (failure && !failure.ok) return temporary("4.4.3", failure.reason);
  if (listed[0]) return permanent("5.4.4", `${name} ${refusals[0]} (${listed[0].address}).`);
  return explainNone(dns, name, families);
}

/**
 * The failure is temporary if all addresses are of a family that this machine lacks, because another node may reach the
 * host.
 */
async function explainNone(dns: DnsClient, name: string, families: readonly Family[]): Promise<NoMailHosts> {
  for (const family of BOTH.filter((other) => !families.includes(other))) {
    const answer = await dns.query(name, TYPES[family]);
    if (answer.ok && answer.records.length > 0)
      return temporary(
        "4.4.4",
        `${name} has only IPv${family} addresses, and this machine cannot send over IPv${family}.`,
      );
  }
  return permanent("5.1.2", `${name} has no address.`);
}

function addressesOf(answer: DnsAnswer<"A" | "AAAA">, family: Family): MailAddress[] {
  return answer.ok ? answer.records.map((address) => ({ address, family })) : [];
}

/**
 * RFC 8305 §4: alternates the families, so that an unreachable family costs one attempt before the other is tried. Within a
 * family, keeps the resolver's order.
 */
function alternate(lists: MailAddress[][]): MailAddress[] {
  const rounds = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: rounds }, (_, n) => lists.flatMap((list) => list[n] ?? [])).flat();
}
