import type { DnsClient } from "../../mail/dns/index.ts";
import type { Database } from "../../platform/db/index.ts";
import type { InstanceSecrets } from "../../platform/secrets/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import type { NotifyUsers } from "../accounts/index.ts";

export type DomainDeps = {
  database: Database;
  secrets: InstanceSecrets;
  log: Logger;
  /** Without a memory: who has just mended a record wants to see it mended. */
  dns: Pick<DnsClient, "query">;
  hosts: Hosts;
  /** Of the dashboard. */
  baseUrl: string;
  notifyUsers: NotifyUsers;
};

/** This instance, as the records of its domains name it. */
export type Hosts = {
  /** Takes what comes back: the MX of return paths. */
  inbound: string;
  /** Serves what mail links to: the CNAME of tracking hosts. */
  web: string;
};
