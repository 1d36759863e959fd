import { isIPv6 } from "node:net";
import type { DnsClient } from "../../../mail/dns/index.ts";
import { reverseName } from "./reverse-name.ts";

/** Lists that large receivers ask, or that many small ones do. */
const blocklists = [
  { zone: "zen.spamhaus.org", name: "Spamhaus ZEN", about: "https://check.spamhaus.org/", ipv6: true },
  { zone: "bl.spamcop.net", name: "SpamCop", about: "https://www.spamcop.net/bl.shtml", ipv6: false },
  { zone: "psbl.surriel.com", name: "PSBL", about: "https://psbl.org/", ipv6: false },
  {
    zone: "b.barracudacentral.org",
    name: "Barracuda",
    about: "https://www.barracudacentral.org/lookups",
    ipv6: false,
  },
] as const;

export type Listing = {
  list: string;
  state: "listed" | "not listed" | "could not ask";
  reason: string | null;
  about: string;
};

/** Whether lists name an address. A list that refuses the resolver has said nothing, least of all that the address is clean. */
export async function askBlocklists(dns: DnsClient, address: string): Promise<Listing[]> {
  const asked = blocklists.filter(({ ipv6 }) => ipv6 || !isIPv6(address));
  return await Promise.all(
    asked.map(async ({ zone, name, about }) => {
      const answer = await dns.query(`${reverseName(address)}.${zone}`, "A");
      const verdict = answer.ok
        ? verdictOf(answer.records)
        : answer.kind === "no_such_domain"
          ? notListed
          : { state: "could not ask" as const, reason: answer.reason };
      return { list: name, about, ...verdict };
    }),
  );
}

const notListed = { state: "not listed", reason: null } as const;

/** RFC 5782 §2.1: 127.0.0.0/8 means listed. 127.255.255.x is how lists tell that they do not answer who asks. */
function verdictOf(records: readonly string[]): Pick<Listing, "state" | "reason"> {
  if (records.some((record) => record.startsWith("127.255.255.")))
    return { state: "could not ask", reason: "it refuses the resolver, as lists do with public ones" };
  const listed = records.find((record) => record.startsWith("127."));
  if (listed) return { state: "listed", reason: `it answered ${listed}` };
  return records.length === 0
    ? notListed
    : { state: "could not ask", reason: "its answer means nothing: the list may be gone" };
}
