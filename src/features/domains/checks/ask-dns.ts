import { organizationalDomain } from "../../../mail/dns/index.ts";
import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { lookupOf, termsOf } from "../records/spf.ts";
import type { WantedRecord } from "../records/wanted-record.ts";

type Dns = Pick<DomainDeps, "dns">;
/** Records as text, or `unknown` with the reason for a failed query. A name that does not exist has no records. */
export type DnsResult = readonly string[] | { unknown: string };

export function isKnown(result: DnsResult): result is readonly string[] {
  return Array.isArray(result);
}

/** `isInherited`: the record is at the organizational domain and also applies to this domain. */
export type LookupResult = { result: DnsResult; isInherited: boolean };

/** Queries the DNS for the records at the name of a wanted record. */
export async function lookUpRecord(
  { dns }: Dns,
  wanted: WantedRecord,
  domain: Domain,
): Promise<LookupResult> {
  const result = await query({ dns }, wanted.name, wanted.type);
  const parent = organizationalDomain(domain.name);
  const isOwn = wanted.id !== "dmarc" || parent === domain.name || !isKnown(result) || result.length > 0;
  if (isOwn) return { result, isInherited: false };
  // RFC 7489 §6.6.3: a domain without a policy inherits that of its organizational domain.
  return { result: await query({ dns }, `_dmarc.${parent}`, "TXT"), isInherited: true };
}

async function query({ dns }: Dns, name: string, type: WantedRecord["type"]): Promise<DnsResult> {
  if (type === "MX") {
    const result = await dns.query(name, "MX");
    return result.ok
      ? result.records.map(({ preference, exchange }) => `${preference} ${exchange}`)
      : withoutRecords(result);
  }
  const result = await dns.query(name, type);
  return result.ok ? result.records : withoutRecords(result);
}

function withoutRecords({
  kind,
  reason,
}: {
  kind: "no_such_domain" | "temporary";
  reason: string;
}): DnsResult {
  return kind === "temporary" ? { unknown: reason } : [];
}

/** Finds other problems that can make receivers reject the domain's mail. Returns null when the DNS could not be queried. */
export async function findWarnings(
  { dns }: Dns,
  { name, spf }: { name: string; spf: string | null },
): Promise<string[] | null> {
  const [result, lookups] = await Promise.all([
    query({ dns }, name, "MX"),
    spf === null ? 0 : countLookups({ dns }, spf),
  ]);
  if (!isKnown(result)) return null;
  return [
    // RFC 7505 §4.2: many servers reject mail from a domain that accepts no mail.
    ...(result.length === 1 && /^\d+ \.?$/.test(result[0] ?? "")
      ? [
          `${name} has a null MX record, which means that it accepts no mail. Replies cannot arrive, and many servers reject mail from it. Remove the MX record "0 .", or send from another domain.`,
        ]
      : []),
    ...(lookups > MAX_LOOKUPS
      ? [
          `The SPF record of ${name}, with this server added, needs more than ${MAX_LOOKUPS} DNS look-ups, so receivers treat it as invalid. Remove senders that you no longer use.`,
        ]
      : []),
  ];
}

/** RFC 7208 §4.6.4. */
const MAX_LOOKUPS = 10;

/** Counts the look-ups that an SPF record needs, and stops above the limit. A record that cannot be queried counts as one. */
async function countLookups({ dns }: Dns, record: string, counted = 0): Promise<number> {
  let count = counted;
  for (const lookup of termsOf(record).map(lookupOf)) {
    if (lookup === null || count > MAX_LOOKUPS) continue;
    count += 1;
    // RFC 7208 §7: a name with macros differs for each mail.
    if (lookup.next === null || lookup.next.includes("%")) continue;
    const result = await query({ dns }, lookup.next, "TXT");
    const next = isKnown(result) ? result.find((text) => /^v=spf1(?: |$)/i.test(text)) : undefined;
    if (next !== undefined) count = await countLookups({ dns }, next, count);
  }
  return count;
}
