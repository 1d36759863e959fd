import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { reasonToRefuseAddress } from "../../../platform/fetch/index.ts";
import { askBlocklists, type Listing } from "./blocklists.ts";
import { type Check, type CheckContext, type Finding, failed, ok, unknown, warning } from "./check.ts";
import { listSources, type Source } from "./queries.ts";
import { pointerName, reverseName } from "./reverse-name.ts";

const POINTER_NOT_USED = ok("reverse DNS: not needed, because mail is not delivered directly");
const BLOCKLISTS_NOT_USED = ok("blocklists: not needed, because mail is not delivered directly");

/** Large receivers reject mail from an address whose name does not resolve back to it. */
export const pointerCheck: Check = {
  id: "ptr",
  title: "Reverse DNS",
  examine: async (context) => {
    if (context.delivery?.mode !== "direct") return [POINTER_NOT_USED];
    const sources = await sourcesOf(context);
    if (sources.length === 0) return [NO_SOURCE];
    return await Promise.all(sources.map((source) => examinePointer(context.dns, source)));
  },
};

export const blocklistCheck: Check = {
  id: "blocklists",
  title: "Blocklists",
  examine: async (context) => {
    if (context.delivery?.mode !== "direct") return [BLOCKLISTS_NOT_USED];
    const sources = await sourcesOf(context);
    if (sources.length === 0) return [NO_SOURCE];
    const listings = sources.map(async ({ address }) =>
      (await askBlocklists(context.dns, address)).map((listing) => describeListing(address, listing)),
    );
    return (await Promise.all(listings)).flat();
  },
};

const NO_SOURCE = unknown(
  "the public addresses of this machine are unknown",
  "set the source addresses of a pool, or point HELO_NAME to this machine",
);

/** The addresses of pools. Without pools: this machine's public addresses, or those that its name resolves to if it is behind NAT. */
async function sourcesOf({ config: { heloName }, database, dns }: CheckContext): Promise<Source[]> {
  const pools = await listSources(database);
  if (pools.length > 0) return pools;
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address);
  const resolved = await Promise.all([dns.query(heloName, "A"), dns.query(heloName, "AAAA")]);
  const all = own.some(isPublic)
    ? own
    : resolved.flatMap((response) => (response.ok ? response.records : []));
  return [...new Set(all)].filter(isPublic).map((address) => ({ address, helo_name: heloName }));
}

function isPublic(address: string): boolean {
  // No exceptions: `allow` is empty.
  return reasonToRefuseAddress(address, []) === null;
}

/** RFC 5321 §4.1.4; receivers also require address → name → address with the name that EHLO gives. */
async function examinePointer(dns: CheckContext["dns"], { address, helo_name }: Source): Promise<Finding> {
  if (isIP(helo_name) !== 0 || !helo_name.includes("."))
    return failed(
      `EHLO says ${helo_name}, which is not the name of a host on the internet`,
      "set HELO_NAME to a name that resolves to this machine",
    );
  const next = `ask the provider of the address to set its PTR record to ${helo_name}`;
  const response = await dns.query(pointerName(address), "PTR");
  if (!response.ok && response.kind === "temporary")
    return unknown(`${address}: ${response.reason}`, "try again later");
  const names = response.ok ? response.records : [];
  if (names.length === 0) return failed(`${address} has no PTR record`, next);
  if (!names.includes(helo_name.toLowerCase()))
    return warning(`the PTR record of ${address} is ${names.join(", ")}, but EHLO says ${helo_name}`, next);
  const back = await dns.query(helo_name, address.includes(":") ? "AAAA" : "A");
  if (!back.ok && back.kind === "temporary")
    return unknown(`${helo_name}: ${back.reason}`, "try again later");
  if (back.ok && back.records.some((record) => isSameAddress(record, address)))
    return ok(`${address} and ${helo_name} resolve to each other`);
  return failed(
    `${helo_name} does not resolve to ${address}`,
    `add the address to the DNS records of ${helo_name}`,
  );
}

/** An IPv6 address has several spellings. */
function isSameAddress(one: string, other: string): boolean {
  return reverseName(one.toLowerCase()) === reverseName(other.toLowerCase());
}

function describeListing(address: string, { list, state, reason, about }: Listing): Finding {
  if (state === "listed")
    return failed(
      `${address} is listed by ${list}: ${reason}`,
      `see the reason and request removal: ${about}`,
    );
  if (state === "unknown")
    return unknown(
      `${list} could not be checked for ${address}: ${reason}`,
      "set DNS_SERVERS to a resolver of your own",
    );
  return ok(`${address} is not listed by ${list}`);
}
