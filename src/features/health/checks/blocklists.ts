import { isIPv6 } from "node:net";
import type { CheckContext } from "./check.ts";
import { reverseName } from "./reverse-name.ts";

/** Blocklists that large receivers or many small ones use. */
const BLOCKLISTS = [
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
  state: "listed" | "not listed" | "unknown";
  reason: string | null;
  about: string;
};

/** Checks whether blocklists name an address. When a list rejects the resolver, the result is unknown, not clean. */
export async function askBlocklists(dns: CheckContext["dns"], address: string): Promise<Listing[]> {
  const applicable = BLOCKLISTS.filter(({ ipv6 }) => ipv6 || !isIPv6(address));
  return await Promise.all(
    applicable.map(async ({ zone, name, about }) => {
      const response = await dns.query(`${reverseName(address)}.${zone}`, "A");
      const verdict = response.ok
        ? verdictOf(response.records)
        : response.kind === "no_such_domain"
          ? NOT_LISTED
          : { state: "unknown" as const, reason: response.reason };
      return { list: name, about, ...verdict };
    }),
  );
}

const NOT_LISTED = { state: "not listed", reason: null } as const;

/** RFC 5782 §2.1: 127.0.0.0/8 means listed. Lists return 127.255.255.x when they reject the resolver. */
function verdictOf(records: readonly string[]): Pick<Listing, "state" | "reason"> {
  if (records.some((record) => record.startsWith("127.255.255.")))
    return {
      state: "unknown",
      reason: "it rejects queries from this resolver, as lists do with public resolvers",
    };
  const listed = records.find((record) => record.startsWith("127."));
  if (listed) return { state: "listed", reason: `it returned ${listed}` };
  return records.length === 0
    ? NOT_LISTED
    : { state: "unknown", reason: "it returned an unknown code; the list may have shut down" };
}
