import { networkInterfaces } from "node:os";
import type { DnsClient } from "../../../mail/dns/index.ts";
import { reasonToRefuseAddress } from "../../../platform/fetch/index.ts";
import { askBlocklists, type Listing } from "./blocklists.ts";
import { type Check, type Finding, failed, ok, type Patient, unknown, warning } from "./check.ts";
import { listSources, type Source } from "./queries.ts";
import { pointerName } from "./reverse-name.ts";

const notUsed = ok("not needed: mail does not go straight to its recipients' servers");

/** Large receivers refuse mail from addresses whose name does not lead back to them. */
export const pointerCheck: Check = {
  id: "ptr",
  title: "Reverse DNS",
  examine: async (patient) => {
    if (patient.config.delivery !== "direct") return [notUsed];
    const sources = await sourcesOf(patient);
    if (sources.length === 0) return [noSource];
    return await Promise.all(sources.map((source) => examinePointer(patient.dns, source)));
  },
};

export const blocklistCheck: Check = {
  id: "blocklists",
  title: "Blocklists",
  examine: async (patient) => {
    if (patient.config.delivery !== "direct") return [notUsed];
    const sources = await sourcesOf(patient);
    if (sources.length === 0) return [noSource];
    const asked = sources.map(async ({ address }) =>
      (await askBlocklists(patient.dns, address)).map((listing) => sayListing(address, listing)),
    );
    return (await Promise.all(asked)).flat();
  },
};

const noSource = unknown(
  "the public addresses of this machine are not known",
  "give a pool its source addresses, or let HELO_NAME lead to this machine",
);

/** Those of pools; else the public ones of this machine, or what its name leads to, for it may stand behind a translator. */
async function sourcesOf({ config: { heloName }, database, dns }: Patient): Promise<Source[]> {
  const pools = await listSources(database);
  if (pools.length > 0) return pools;
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address);
  const named = await Promise.all([dns.query(heloName, "A"), dns.query(heloName, "AAAA")]);
  const all = own.some(isPublic) ? own : named.flatMap((answer) => (answer.ok ? answer.records : []));
  return [...new Set(all)].filter(isPublic).map((address) => ({ address, helo_name: heloName }));
}

function isPublic(address: string): boolean {
  // Our own addresses are what is asked about.
  return reasonToRefuseAddress(address, []) === null;
}

/** RFC 5321 §4.1.4, and what receivers ask beyond it: address → name → address, and the name is that of EHLO. */
async function examinePointer(dns: DnsClient, { address, helo_name }: Source): Promise<Finding> {
  const next = `ask who gave you the address to let its PTR record say ${helo_name}`;
  const answer = await dns.query(pointerName(address), "PTR");
  if (!answer.ok && answer.kind === "temporary")
    return unknown(`${address}: ${answer.reason}`, "try again later");
  const names = answer.ok ? answer.records : [];
  if (names.length === 0) return failed(`${address} has no name (PTR)`, next);
  if (!names.includes(helo_name.toLowerCase()))
    return warning(`${address} is named ${names.join(", ")} and says that it is ${helo_name}`, next);
  const back = await dns.query(helo_name, address.includes(":") ? "AAAA" : "A");
  if (back.ok && back.records.includes(address)) return ok(`${address} and ${helo_name} lead to each other`);
  return failed(`${helo_name} does not lead back to ${address}`, `add an address record to ${helo_name}`);
}

function sayListing(address: string, { list, state, reason, about }: Listing): Finding {
  if (state === "listed")
    return failed(`${address} is listed by ${list}: ${reason}`, `see why, and ask for removal: ${about}`);
  if (state === "could not ask")
    return unknown(
      `${list} could not be asked about ${address}: ${reason}`,
      "let DNS_SERVERS name a resolver of your own",
    );
  return ok(`${address} is not listed by ${list}`);
}
