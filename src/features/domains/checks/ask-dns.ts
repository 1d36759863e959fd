import { organizationalDomain } from "../../../mail/dns/index.ts";
import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import type { WantedRecord } from "../records/wanted-record.ts";

type Dns = Pick<DomainDeps, "dns">;
/** Records as text; a text says why nobody could tell. A name that does not exist has none. */
export type Answer = readonly string[] | { unknown: string };

export function isKnown(answer: Answer): answer is readonly string[] {
  return Array.isArray(answer);
}

/** What stands where a record is wanted. */
export async function askFor({ dns }: Dns, wanted: WantedRecord, domain: Domain): Promise<Answer> {
  const answer = await ask({ dns }, wanted.name, wanted.type);
  if (wanted.id !== "dmarc" || !isKnown(answer) || answer.length > 0) return answer;
  // RFC 7489 §6.6.3: a domain without a policy has that of its organisation.
  const parent = organizationalDomain(domain.name);
  return parent === domain.name ? answer : await ask({ dns }, `_dmarc.${parent}`, "TXT");
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
export async function findWarnings({ dns }: Dns, { name }: Domain): Promise<string[] | null> {
  const answer = await ask({ dns }, name, "MX");
  if (!isKnown(answer)) return null;
  // RFC 7505 §4.2: many servers refuse mail from a domain that says it takes none.
  return answer.length === 1 && /^\d+ \.?$/.test(answer[0] ?? "")
    ? [
        `${name} says by a null MX that it takes no mail, so replies cannot arrive and many servers refuse mail from it. Remove the MX record "0 .", or send from another domain.`,
      ]
    : [];
}
