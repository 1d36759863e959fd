import { DnsClient } from "../../mail/dns/index.ts";
import { once } from "./services.ts";

/** The DNS client of the process, with one cache. */
export const dnsOf = once(({ config }) => new DnsClient({ servers: config.dnsServers ?? undefined }));
