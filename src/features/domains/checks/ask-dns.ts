import { organizationalDomain } from "../../../mail/dns/index.ts";
import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { lookupOf, termsOf } from "../records/spf.ts";
import type { WantedRecord } from "../records/wanted-record.ts";

type Dns = Pick<DomainDeps, "dns">;
/** Records as text; a text says why nobody could tell. A name that does not exist has none. */
export type Answer = readonly string[] | { unknown: string };

export function isKnown(answer: Answer): answer is readonly string[] {
  return Array.isArray(answer);
}

/** `isInherited`: it stands at the organisation's name, and counts for the domain as well. */
export type Asked = { answer: Answer; isInherited: boolean };

/** What stands where a record is wanted. */
export async function askFor({ dns }: Dns, wanted: WantedRecord, domain: Domain): Promise<Asked> {
  const answer = await ask({ dns }, wanted.name, wanted.type);
  const parent = organizationalDomain(domain.name);
  const isOwn = wanted.id !== "dmarc" || parent === domain.name || !isKnown(answer) || answer.length > 0;
  if (isOwn) return { answer, isInherited: false };
  // RFC 7489 §6.6.3: a domain without a policy has that of its organisation.
  return { answer: await ask({ dns }, `_dmarc.${parent}`, "TXT"), isInherited: true };
}

async function ask({ dns }: Dns, name: string, type: WantedRecord["type"]): Promise<Answer> {
  if (type === "MX") {
    const answer = await dns.query(name, "MX");
    return answer.ok
      ? answer.records.map(({ preference, exchange }) => `${preference} ${exchange}`)
      : withoutRecords(answer);
  }
  const answer = await dns.query(name, type);
  return answer.ok ? answer.records : withoutRecords(answer);
}

function withoutRecords({ kind, reason }: { kind: "no_such_domain" | "temporary"; reason: string }): Answer {
  return kind === "temporary" ? { unknown: reason } : [];
}

/** What would keep mail of the domain from being taken, beside the records that are wanted. Null: nobody could tell. */
export async function findWarnings(
  { dns }: Dns,
  { name, spf }: { name: string; spf: string | null },
): Promise<string[] | null> {
  const [answer, lookups] = await Promise.all([
    ask({ dns }, name, "MX"),
    spf === null ? 0 : countLookups({ dns }, spf),
  ]);
  if (!isKnown(answer)) return null;
  return [
    // RFC 7505 §4.2: many servers refuse mail from a domain that says it takes none.
    ...(answer.length === 1 && /^\d+ \.?$/.test(answer[0] ?? "")
      ? [
          `${name} says by a null MX that it takes no mail, so replies cannot arrive and many servers refuse mail from it. Remove the MX record "0 .", or send from another domain.`,
        ]
      : []),
    ...(lookups > mostLookups
      ? [
          `The SPF record of ${name}, with this server in it, costs more than ${mostLookups} look-ups in the DNS, and then it counts for nothing. Take out senders that you use no more.`,
        ]
      : []),
  ];
}

/** RFC 7208 §4.6.4. */
const mostLookups = 10;

/** How many look-ups an SPF record costs; counting ends when they are too many. What cannot be read costs no more than itself. */
async function countLookups({ dns }: Dns, record: string, counted = 0): Promise<number> {
  let count = counted;
  for (const lookup of termsOf(record).map(lookupOf)) {
    if (lookup === null || count > mostLookups) continue;
    count += 1;
    // RFC 7208 §7: a name with macros is another one for each mail.
    if (lookup.next === null || lookup.next.includes("%")) continue;
    const answer = await ask({ dns }, lookup.next, "TXT");
    const next = isKnown(answer) ? answer.find((text) => /^v=spf1(?: |$)/i.test(text)) : undefined;
    if (next !== undefined) count = await countLookups({ dns }, next, count);
  }
  return count;
}
